import { decodeBody } from '@understudy/contract';
import type { Context } from '@understudy/kernel';

/** The fields of a form; of a repeated field the first one counts. @returns why it is none */
export function readForm({ request }: Pick<Context, 'request'>): Map<string, string> | { readonly fault: string } {
  if (request.bytes.length === 0) return new Map();
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded') {
    return { fault: 'CONTENT TYPE MUST BE application/x-www-form-urlencoded' };
  }
  const decoded = decodeBody(request.bytes, mediaType);
  if ('finding' in decoded || !Array.isArray(decoded.value)) return { fault: 'FORM CANNOT BE READ' };
  const fields = new Map<string, string>();
  for (const pair of decoded.value) {
    const [name, value] = [String(pair[0]), String(pair[1])];
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}
