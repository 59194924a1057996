import { defineCollection } from '../store/define-collection.js';

/** The number of the next journal entry as of the latest commit; never part of a snapshot. One record, `journal`. */
export const journalRecords = defineCollection<{ readonly next: number }>('journal');
