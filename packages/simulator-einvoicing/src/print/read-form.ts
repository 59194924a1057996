import type { HandlerContext } from '@understudy/kernel';
import { readUpload } from '../exchange/read-upload.js';
import { parseFormFields } from './parse-form-fields.js';

/** Size of a form that is parsed within milliseconds. A larger one is parsed in a thread. */
const quicklyRead = 64 * 1024;

/** Reads the fields of a form. The first value of a repeated field counts. @returns the error of an invalid form */
export async function readForm(
  context: Pick<HandlerContext, 'request' | 'compute'>,
): Promise<ReadonlyMap<string, string> | { readonly fault: string }> {
  const { bytes, headers } = context.request;
  if (bytes.length === 0) return new Map();
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded') {
    return { fault: 'CONTENT TYPE MUST BE application/x-www-form-urlencoded' };
  }
  if (bytes.length <= quicklyRead) return parseFormFields(bytes);
  const read = await readUpload(context, 'parseFormFields', bytes);
  return 'tooCostly' in read ? { fault: read.tooCostly.toUpperCase() } : read;
}

/** A response of Direct Print, which always has status 200 and a text (einvoicing.gap.print-bodies). */
export function createPrintResponse(text: string) {
  return { status: 200, body: text, headers: { 'content-type': 'text/plain' } } as const;
}

/** Creates an error of Direct Print. @param reason in upper case, starting with the subject: `FILE NOT FOUND` */
export function createPrintError(reason: string) {
  return createPrintResponse(`ERROR: ${reason}`);
}

export const authenticationFailedMessage = 'AUTHENTICATION FAILED';
