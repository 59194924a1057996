import { defineChoice } from '@understudy/kernel';

/** The form of a dataset's message in the status of a job (inventory.gap.status-message-form). */
export const datasetMessageForm = defineChoice('datasetMessageForm', ['object', 'string']);
