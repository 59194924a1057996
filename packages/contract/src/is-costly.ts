import { isObject } from './is-object.js';

/** What repeats without an end, or so often that it might as well. */
const endless = /[*+]|\{\d*,\}|\{(?:\d+,)?\d{3,}\}/g;
const repeated = /\)(?:[*+]|\{\d)/;

/**
 * Whether to judge a value by a schema may take time out of all proportion to the value: a regular expression that may
 * walk a text again and again, or objects of which each is compared with all others.
 *
 * @param resolve what a reference of the schema leads to
 */
export function isCostly(schema: unknown, resolve: (reference: string) => unknown): boolean {
  const seen = new Set<unknown>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    if (isObject(node) && isCostlyNode(node)) return true;
    open.push(...Object.values(node));
    if (isObject(node) && typeof node['$ref'] === 'string') open.push(resolve(node['$ref']));
  }
  return false;
}

function isCostlyNode({ pattern, patternProperties, uniqueItems, maxItems, items }: Record<string, unknown>): boolean {
  if (typeof pattern === 'string' && walksAgain(pattern)) return true;
  if (isObject(patternProperties) && Object.keys(patternProperties).some(walksAgain)) return true;
  const few = typeof maxItems === 'number' && maxItems <= 1000;
  return uniqueItems === true && !few && !holdsScalars(items);
}

/** Of a text with one repetition, tied to its beginning and of one sign or class, every character is seen once. */
function walksAgain(pattern: string): boolean {
  const bare = pattern.replace(/\\./gs, 'x').replace(/\[[^\]]*\]?/g, 'x');
  const repetitions = bare.match(endless)?.length ?? 0;
  return repeated.test(bare) || repetitions > 1 || (repetitions === 1 && !bare.startsWith('^'));
}

function holdsScalars(items: unknown): boolean {
  return isObject(items) && typeof items['type'] === 'string' && !/^(?:object|array)$/.test(items['type']);
}
