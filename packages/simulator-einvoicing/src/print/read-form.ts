import type { Context } from '@understudy/kernel';
import { readUpload } from '../exchange/read-upload.js';
import { formFields } from './form-fields.js';

/** Bytes of a form that is read within a few milliseconds, whatever it is; a longer one is read in a thread. */
const quicklyRead = 64 * 1024;

/** The fields of a form; of a repeated field the first one counts. @returns why it is none */
export async function readForm(
  context: Pick<Context, 'request' | 'compute'>,
): Promise<ReadonlyMap<string, string> | { readonly fault: string }> {
  const { bytes, headers } = context.request;
  if (bytes.length === 0) return new Map();
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded') {
    return { fault: 'CONTENT TYPE MUST BE application/x-www-form-urlencoded' };
  }
  if (bytes.length <= quicklyRead) return formFields(bytes);
  const read = await readUpload(context, 'formFields', bytes);
  return 'tooCostly' in read ? { fault: read.tooCostly.toUpperCase() } : read;
}

/** An answer of Direct Print, which always answers 200 with a text (einvoicing.gap.print-bodies). */
export function printed(text: string) {
  return { status: 200, body: text, headers: { 'content-type': 'text/plain' } } as const;
}

/** A refusal of Direct Print. @param reason in upper case, what it is about first: `FILE NOT FOUND` */
export function printError(reason: string) {
  return printed(`ERROR: ${reason}`);
}

export const authenticationFailed = 'AUTHENTICATION FAILED';
