import { readNumber } from './numbers/exact-number.js';

const jsonInteger = /^-?(?:0|[1-9]\d*)$/;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Converts text to a documented type: `12` to an integer, `true` to a boolean. Other text stays text, so validation
 * shows it unchanged. Numbers keep their digits.
 */
export function coerceText(text: string, types: ReadonlySet<string>): unknown {
  if (types.has('integer') && jsonInteger.test(text)) {
    const integer = readNumber(text);
    if (integer === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
    return integer === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : integer || 0;
  }
  if (types.has('number') && jsonNumber.test(text)) {
    const number = readNumber(text);
    if (typeof number !== 'number' || Number.isFinite(number)) return number;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
