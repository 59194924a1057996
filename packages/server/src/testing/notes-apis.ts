import { afterEach, expect } from 'vitest';
import { Notes, type NotesOptions } from './start-notes.js';

/**
 * Call it once at the top of a test file: gives a function that starts a notes API. After each test all of them are
 * closed, and none may have met a defect of ours.
 */
export function notesApis(): (options?: NotesOptions) => Notes {
  const open: Notes[] = [];
  afterEach(async () => {
    const defects = open.flatMap(({ simulators }) => simulators.defects);
    await Promise.all(open.splice(0).map((notes) => notes.close()));
    expect(defects).toEqual([]);
  });
  return (options) => {
    const notes = new Notes(options);
    open.push(notes);
    return notes;
  };
}
