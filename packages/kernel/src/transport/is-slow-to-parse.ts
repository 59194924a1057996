/** Bytes of a body that is decoded and judged within 50 ms, whatever it is. */
const quicklyJudged = 128 * 1024;

/** Media types that are decoded; anything else stays bytes. */
const decodedTypes = /^text\/|[/+](?:json|xml)$|^application\/x-www-form-urlencoded$/;

/** Whether reading a body would hold up other requests. */
export function isSlowToParse(body: Uint8Array, mediaType = 'application/json'): boolean {
  return body.length > quicklyJudged && decodedTypes.test(mediaType);
}
