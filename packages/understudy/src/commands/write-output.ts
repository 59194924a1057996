import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WrongUse } from '../wrong-use.js';

/**
 * Writes a file that the command line names, and the folders it is in.
 *
 * @throws WrongUse when it cannot be written
 */
export async function writeOutput(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new WrongUse(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
