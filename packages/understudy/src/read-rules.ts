import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseJson } from '@understudy/contract';
import { toMessage } from './usage-error.js';

/**
 * Reads the rules of a file: `{"faults": [...]}`, as `PUT /_sim/faults` takes it.
 *
 * @throws RangeError if there is no such file, or it is no list of rules
 */
export async function readRules(
  rules: string | readonly unknown[] | undefined,
): Promise<readonly unknown[] | undefined> {
  if (typeof rules !== 'string') return rules;
  if (!existsSync(rules)) throw new RangeError(`rules: the file ${rules} does not exist`);
  try {
    const { faults }: { faults?: unknown } = Object(parseJson(await readFile(rules, 'utf8')));
    if (!Array.isArray(faults)) throw new Error('it must contain the list "faults"');
    return faults;
  } catch (error) {
    throw new RangeError(`rules: ${rules} cannot be read: ${toMessage(error)}`, { cause: error });
  }
}
