import { isObject } from './is-object.js';

/** What repeats without an end, or so often that it might as well. */
const endless = /[*+]|\{\d*,\}|\{(?:\d+,)?\d{3,}\}/g;
const repeated = /\)(?:[*+]|\{\d)/;

/** Nodes of a schema, counted each time a reference leads to them: beyond that it repeats itself, or may as well. */
const maxNodes = 5000;

/**
 * Whether to judge a value by a schema may take time out of all proportion to the value: a regular expression that may
 * walk a text again and again, objects of which each is compared with all others, or alternatives that are judged again
 * within alternatives, which doubles the time with each level of the value.
 *
 * @param resolve what a reference of the schema leads to
 */
export function isCostly(schema: unknown, resolve: (reference: string) => unknown): boolean {
  const nodes = reachable(schema, resolve);
  return nodes.some(isCostlyNode) || (nodes.some(hasAlternatives) && repeatsItself(schema, resolve));
}

function reachable(schema: unknown, resolve: (reference: string) => unknown): Record<string, unknown>[] {
  const seen = new Set<unknown>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    open.push(...below(node, resolve));
  }
  return [...seen].filter(isObject);
}

function repeatsItself(schema: unknown, resolve: (reference: string) => unknown): boolean {
  const open: unknown[] = [schema];
  for (let count = 0; open.length > 0; count += 1) {
    if (count > maxNodes) return true;
    const node = open.pop();
    if (typeof node === 'object' && node !== null) open.push(...below(node, resolve));
  }
  return false;
}

function below(node: object, resolve: (reference: string) => unknown): unknown[] {
  const reference = isObject(node) && typeof node['$ref'] === 'string' ? [resolve(node['$ref'])] : [];
  return [...Object.values(node), ...reference];
}

/** Whether one value is judged by several schemas. */
function hasAlternatives({ allOf, anyOf, oneOf, if: condition }: Record<string, unknown>): boolean {
  return condition !== undefined || [allOf, anyOf, oneOf].some((list) => Array.isArray(list) && list.length > 1);
}

function isCostlyNode({ pattern, patternProperties, uniqueItems, maxItems, items }: Record<string, unknown>): boolean {
  if (typeof pattern === 'string' && backtracks(pattern)) return true;
  if (isObject(patternProperties) && Object.keys(patternProperties).some(backtracks)) return true;
  const few = typeof maxItems === 'number' && maxItems <= 1000;
  return uniqueItems === true && !few && !containsScalars(items);
}

/** Of a text with one repetition, tied to its beginning and of one sign or class, every character is seen once. */
function backtracks(pattern: string): boolean {
  const bare = pattern.replace(/\\./gs, 'x').replace(/\[[^\]]*\]?/g, 'x');
  const repetitions = bare.match(endless)?.length ?? 0;
  return repeated.test(bare) || repetitions > 1 || (repetitions === 1 && !bare.startsWith('^'));
}

function containsScalars(items: unknown): boolean {
  return isObject(items) && typeof items['type'] === 'string' && !/^(?:object|array)$/.test(items['type']);
}
