import { CORE_SCHEMA, load } from 'js-yaml';

/**
 * What js-yaml reads differently from YAML 1.2, or what must be watched over while it is read: tags and directives, further
 * documents, merge keys, numbers with underscores, in base 2 and without a digit in front.
 */
const special =
  /(^|[\s,[{])![\w<!]|^(---|\.\.\.|%)|^[ \t]*\? |(^|[\s,[{:])[-+]?\d[\d.xXa-fA-F+-]*_|[\s,[{][-+]?(0b|\.\d)|<<:/m;
const alias = /(^|[\s,[{])\*\w/m;
/** Parts of a document, those that aliases repeat counted again; a document may say more than it has bytes. */
const maxParts = 200_000;

/**
 * Reads YAML that has nothing special in it, eight times as fast as the reader that knows the place of everything.
 *
 * @returns undefined for anything else, and for what is not YAML: the other reader judges it
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

/** Counts no further than `most`, which a value that contains itself exceeds. */
function countParts(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const part of Object.values(value)) {
    if (count > most) break;
    count += countParts(part, most - count);
  }
  return count;
}
