/** Of the densest bodies these take some hundred megabytes of memory, and seconds to read. */
export const mostValues = 3_000_000;

const [quote, backslash] = [0x22, 0x5c];
/** Opening brackets, commas and colons: each begins a value, or follows the name of one. */
const beginnings = new Uint8Array(256);
for (const byte of [0x5b, 0x7b, 0x2c, 0x3a]) beginnings[byte] = 1;

/** Whether a JSON text has too many values, counted by its bytes, because a parser cannot be interrupted. */
export function hasTooManyValues(json: Uint8Array, most = mostValues): boolean {
  let values = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) inText = !inText;
    else if (inText) at += byte === backslash ? 1 : 0;
    else values += beginnings[byte] ?? 0;
  }
  return values > most;
}
