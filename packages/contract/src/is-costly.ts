import { isObject } from './objects.js';

/** Matches a repetition without a limit or with a very large limit. */
const endless = /[*+]|\{\d*,\}|\{(?:\d+,)?\d{3,}\}/g;
const repeated = /\)(?:[*+]|\{\d)/;

/** Maximum nodes of a schema, counted again for each reference. More nodes indicate recursion. */
const maxNodes = 5000;

/**
 * Returns whether validation with a schema can take disproportionate time: backtracking regular expressions, unique
 * objects, or nested alternatives, which double the time with each level.
 *
 * @param resolve resolves a reference of the schema
 */
export function isCostly(schema: unknown, resolve: (reference: string) => unknown): boolean {
  const nodes = listSchemaNodes(schema, resolve);
  return nodes.some(isCostlyNode) || (nodes.some(hasAlternatives) && repeatsItself(schema, resolve));
}

/** Lists the objects of a schema and of the schemas it refers to. */
export function listSchemaNodes(schema: unknown, resolve: (reference: string) => unknown): Record<string, unknown>[] {
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

function hasAlternatives({ allOf, anyOf, oneOf, if: condition }: Record<string, unknown>): boolean {
  return condition !== undefined || [allOf, anyOf, oneOf].some((list) => Array.isArray(list) && list.length > 1);
}

function isCostlyNode({ pattern, patternProperties, uniqueItems, maxItems, items }: Record<string, unknown>): boolean {
  if (typeof pattern === 'string' && backtracks(pattern)) return true;
  if (isObject(patternProperties) && Object.keys(patternProperties).some(backtracks)) return true;
  const few = typeof maxItems === 'number' && maxItems <= 1000;
  const type = isObject(items) ? items['type'] : undefined;
  const containsScalars = typeof type === 'string' && type !== 'object' && type !== 'array';
  return uniqueItems === true && !few && !containsScalars;
}

/**
 * Returns whether a pattern can backtrack. A pattern that starts with `^` and repeats a single character or class reads
 * every character only once.
 */
export function backtracks(pattern: string): boolean {
  const bare = pattern.replace(/\\./gs, 'x').replace(/\[[^\]]*\]?/g, 'x');
  const repetitions = bare.match(endless)?.length ?? 0;
  return repeated.test(bare) || repetitions > 1 || (repetitions === 1 && !bare.startsWith('^'));
}
