/** Bytes of a body that is decoded and judged within 50 ms, whatever it is. */
const quicklyJudged = 128 * 1024;

/** What is decoded to more than its bytes. */
const decodedTypes = /^text\/|[/+](?:json|xml)$|^application\/x-www-form-urlencoded$/;

/** Whether to read a body would hold up other requests. */
export function isLarge(body: Uint8Array, mediaType = 'application/json'): boolean {
  return body.length > quicklyJudged && decodedTypes.test(mediaType);
}
