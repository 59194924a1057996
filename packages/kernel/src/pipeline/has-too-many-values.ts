/** Of the densest bodies these take some hundred megabytes of memory, and seconds to read. */
export const mostValues = 3_000_000;

const [quote, backslash] = [0x22, 0x5c];
/** Opening brackets, commas and colons: each begins a value, or follows the name of one. */
const beginnings = new Uint8Array(256);
for (const byte of [0x5b, 0x7b, 0x2c, 0x3a]) beginnings[byte] = 1;

/**
 * Whether a JSON text holds more values than are read of one body, told by its bytes: a parser cannot be ended in the
 * middle, and a thread that runs out of memory in one may take minutes to end.
 */
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
