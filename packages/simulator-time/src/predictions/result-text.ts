import type { TimeResult } from '../entities.js';

/**
 * A result as JSON. When it is larger than `most` bytes, the text goes only far enough to be so too: a rule that very
 * many registrations break together names all of them at each of them, and no one could fetch that.
 */
export function resultText({ predictions, plans, ...rest }: TimeResult, most: number): string {
  const parts = [JSON.stringify(rest).slice(0, -1)];
  let bytes = 0;
  for (const [name, rows] of [['predictions', predictions] as const, ['plans', plans] as const]) {
    parts.push(`,"${name}":[`);
    for (const [index, row] of rows.entries()) {
      if (bytes > most) break;
      const text = JSON.stringify(row);
      bytes += Buffer.byteLength(text);
      parts.push(index === 0 ? text : `,${text}`);
    }
    parts.push(']');
  }
  parts.push('}');
  return parts.join('');
}
