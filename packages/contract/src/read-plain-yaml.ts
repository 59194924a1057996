import { CORE_SCHEMA, load } from 'js-yaml';

/**
 * Matches syntax that js-yaml and YAML 1.2 read differently or that needs limits: tags, directives, multiple documents,
 * merge keys and unusual numbers.
 */
const special =
  /(^|[\s,[{])![\w<!]|^(---|\.\.\.|%)|^[ \t]*\? |(^|[\s,[{:])[-+]?\d[\d.xXa-fA-F+-]*_|[\s,[{][-+]?(0b|\.\d)|<<:/m;
const alias = /(^|[\s,[{])\*\w/m;
/** Maximum parts of a document. Aliased parts count again, because aliases can multiply them. */
const maxParts = 200_000;

/**
 * Reads plain YAML eight times as fast as the parser with locations. @returns undefined for other YAML and for errors
 */
export function readPlainYaml(text: string): { value: unknown } | undefined {
  if (special.test(text)) return undefined;
  try {
    const value: unknown = load(text, { schema: CORE_SCHEMA }) ?? null;
    return alias.test(text) && countParts(value, maxParts) > maxParts ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** Counts the parts of a value. Stops at `most`, because recursive values have no end. */
function countParts(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const part of Object.values(value)) {
    if (count > most) break;
    count += countParts(part, most - count);
  }
  return count;
}
