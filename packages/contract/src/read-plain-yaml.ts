import { CORE_SCHEMA, load, Type } from 'js-yaml';
import { readNumber } from './numbers/exact-number.js';
import { hasManyDigits } from './numbers/parse-json.js';

/**
 * Matches syntax that js-yaml and YAML 1.2 read differently, or that needs limits: tags, directives, multiple
 * documents, merge keys and unusual numbers.
 */
const special =
  /(^|[\s,[{])![\w<!]|^(---|\.\.\.|%)|^[ \t]*\? |(^|[\s,[{:])[-+]?\d[\d.xXa-fA-F+-]*_|[\s,[{][-+]?(0b|\.\d)|<<:/m;
const alias = /(^|[\s,[{])\*\w/m;
/** Maximum nodes of a document. Aliased nodes count each time, because aliases can multiply them. */
const maxParts = 200_000;

const integer = /^[-+]?(?:\d+|0x[\da-fA-F]+|0o[0-7]+)$/;
const longDecimal = /^[-+]?\d(?=[\d.]{15})\d*\.\d*$/;

/** The core schema, extended to preserve all digits of integers and long decimals. */
const exactSchema = CORE_SCHEMA.extend({
  implicit: [
    new Type('tag:yaml.org,2002:int', {
      kind: 'scalar',
      resolve: (text: unknown) => typeof text === 'string' && (integer.test(text) || longDecimal.test(text)),
      construct: (text: string) => {
        const sign = text.startsWith('-') ? -1 : 1;
        return /[xo]/.test(text) ? sign * Number(text.replace(/^[-+]/, '')) : readNumber(text.replace('+', ''));
      },
    }),
  ],
});

/**
 * Reads plain YAML eight times as fast as the parser with locations. @returns undefined for other YAML and for errors
 */
export function readPlainYaml(text: string): { value: unknown } | undefined {
  if (special.test(text)) return undefined;
  try {
    const value: unknown = load(text, { schema: hasManyDigits(text) ? exactSchema : CORE_SCHEMA }) ?? null;
    return alias.test(text) && countParts(value, maxParts) > maxParts ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** Counts the nodes of a value. Stops at `most`, because recursive values are infinite. */
function countParts(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const part of Object.values(value)) {
    if (count > most) break;
    count += countParts(part, most - count);
  }
  return count;
}
