import { afterEach, expect } from 'vitest';
import { Notes, type NotesOptions } from './start-notes.js';

/**
 * Call it at the top of a test file. Returns a function that starts the notes API, closes it after each test, and
 * expects no defects.
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
