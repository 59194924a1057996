import { afterEach, expect } from 'vitest';
import { NotesDriver, type NotesOptions } from './notes-driver.js';

/**
 * Call it at the top of a test file. Returns a function that starts the notes API, closes it after each test, and
 * expects no defects unless the tests check them.
 */
export function useNotesApi({ checksDefects = true } = {}): (options?: NotesOptions) => NotesDriver {
  const open: NotesDriver[] = [];
  afterEach(async () => {
    const defects = open.flatMap(({ simulators }) => simulators.defects);
    await Promise.all(open.splice(0).map((notes) => notes.close()));
    if (checksDefects) expect(defects).toEqual([]);
  });
  return (options) => {
    const notes = new NotesDriver(options);
    open.push(notes);
    return notes;
  };
}
