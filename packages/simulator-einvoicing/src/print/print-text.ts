/** An answer of Direct Print, which always answers 200 with a text (einvoicing.gap.print-bodies). */
export function printed(text: string) {
  return { status: 200, body: text, headers: { 'content-type': 'text/plain' } } as const;
}

/** A refusal of Direct Print. @param reason in upper case, what it is about first: `FILE NOT FOUND` */
export function printError(reason: string) {
  return printed(`ERROR: ${reason}`);
}

export const authenticationFailed = 'AUTHENTICATION FAILED';
