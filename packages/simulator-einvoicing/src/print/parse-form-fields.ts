import { decodeBody } from '@understudy/contract';

/** Returns the fields of a form. The first value of a repeated field counts. @returns the error if it cannot be read */
export function parseFormFields(bytes: Uint8Array): Map<string, string> | { readonly fault: string } {
  const decoded = decodeBody(bytes, 'application/x-www-form-urlencoded');
  if ('finding' in decoded || !Array.isArray(decoded.value)) return { fault: 'FORM CANNOT BE READ' };
  const fields = new Map<string, string>();
  for (const pair of decoded.value) {
    const [name, value] = [String(pair[0]), String(pair[1])];
    if (!fields.has(name)) fields.set(name, value);
    if (fields.size > mostFields) return { fault: `FORM HAS MORE THAN ${mostFields} FIELDS` };
  }
  return fields;
}

/** As many as parts of a multipart form: no form of this API has more than ten. */
const mostFields = 1000;
