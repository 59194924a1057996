const jsonInteger = /^-?(?:0|[1-9]\d*)$/;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Converts text to a documented type: `12` to an integer, `true` to a boolean. Other text stays text, so validation
 * shows it unchanged. Integers beyond 2^53 are rounded like in JSON.
 */
export function coerceText(text: string, types: ReadonlySet<string>): unknown {
  if (types.has('integer') && jsonInteger.test(text)) {
    const integer = Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE);
    return integer === 0 ? 0 : integer;
  }
  if (types.has('number') && jsonNumber.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number)) return number;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
