import { existsSync } from 'node:fs';
import { isObject, loadYaml } from '@understudy/contract';
import { toMessage } from './usage-error.js';

/**
 * Reads the fault rules in a JSON or YAML file: a list, or `{ faults: [...] }`, as `PUT /_sim/faults` accepts it.
 *
 * @throws RangeError if the file does not exist or contains no list of rules
 */
export async function readRules(
  rules: string | readonly unknown[] | undefined,
): Promise<readonly unknown[] | undefined> {
  if (typeof rules !== 'string') return rules;
  if (!existsSync(rules)) throw new RangeError(`faults: the file ${rules} does not exist`);
  try {
    const content = await loadYaml(rules);
    const faults = isObject(content) ? content['faults'] : content;
    if (!Array.isArray(faults)) throw new Error('it must contain a list of fault rules, or {"faults": [...]}');
    return faults;
  } catch (error) {
    throw new RangeError(`faults: ${rules} cannot be read: ${toMessage(error)}`, { cause: error });
  }
}
