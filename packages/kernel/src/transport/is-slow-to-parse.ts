/** Maximum size of a body that is always decoded and validated within 50 ms. */
const quicklyJudged = 128 * 1024;

/** Matches media types to decode. Other bodies remain bytes. */
const decodedTypes = /^text\/|[/+](?:json|xml)$|^application\/x-www-form-urlencoded$/;

/** Returns whether parsing a body would block other requests. */
export function isSlowToParse(body: Uint8Array, mediaType = 'application/json'): boolean {
  return body.length > quicklyJudged && decodedTypes.test(mediaType);
}
