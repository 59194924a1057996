import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WrongUse } from '../wrong-use.js';

/**
 * Writes an output file and creates its folders.
 *
 * @throws WrongUse when it cannot be written
 */
export async function writeOutput(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new WrongUse(`Cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
