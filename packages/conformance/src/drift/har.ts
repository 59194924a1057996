import { encodeFormParts, type FormPart, isObject, omitUndefined, parseJson } from '@understudy/contract';

/** The parts of an HTTP archive entry that a check needs. */
export interface HarEntry {
  /** Index in `log.entries`. */
  index: number;
  startedAt?: string;
  method: string;
  url: string;
  requestHeaders: Record<string, string>;
  /** Absent if there is no body or the archive does not contain it. */
  requestBody?: Uint8Array;
  /** Set if the archive lacks part of the body. */
  lostRequestBody?: true;
  /** HTTP status, or 0 without a response. */
  status: number;
  responseHeaders: Record<string, string>;
  /** Absent if the archive does not contain it. */
  responseBody?: Uint8Array;
}

export class InvalidArchiveError extends Error {
  constructor(why: string) {
    super(`This is no HTTP archive (HAR 1.2): ${why}. Browsers save one in the network tab of their developer tools.`);
    this.name = 'InvalidArchiveError';
  }
}

interface HarArchive {
  readonly entries: readonly HarEntry[];
  /** The seed of the sandbox, in an exported journal. */
  readonly seed?: string;
}

/** @throws InvalidArchiveError */
export function readHar(text: string): HarArchive {
  let value: unknown;
  try {
    // Some tools start the file with a byte order mark.
    value = parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new InvalidArchiveError(describeParseError(error));
  }
  const log = isObject(value) ? value.log : undefined;
  if (!isObject(log) || !Array.isArray(log.entries)) throw new InvalidArchiveError('log.entries must be a list');
  const creator = isObject(log.creator) ? log.creator.name : undefined;
  const entries = log.entries.map((entry: unknown, index) => {
    const read = readEntry(entry, index);
    return creator === 'understudy' ? withoutTruncatedBodies(read) : read;
  });
  return typeof log._seed === 'string' ? { entries, seed: log._seed } : { entries };
}

/** Removes truncated bodies, which archives written by Understudy can contain. */
function withoutTruncatedBodies(entry: HarEntry): HarEntry {
  const isCut = (body: Uint8Array | undefined): boolean =>
    body !== undefined && /…( \[\d+ (characters|in all)\])?"?$/.test(new TextDecoder().decode(body.subarray(-60)));
  const { requestBody, responseBody, lostRequestBody } = entry;
  return omitUndefined({
    ...entry,
    requestBody: isCut(requestBody) ? undefined : requestBody,
    lostRequestBody: isCut(requestBody) || lostRequestBody,
    responseBody: isCut(responseBody) ? undefined : responseBody,
  });
}

function readEntry(entry: unknown, index: number): HarEntry {
  const { request, response, startedDateTime } = isObject(entry) ? entry : {};
  if (!isObject(request) || typeof request.method !== 'string' || typeof request.url !== 'string') {
    throw new InvalidArchiveError(`log.entries[${index}].request must have a method and a url`);
  }
  const answer = isObject(response) ? response : {};
  const requestHeaders = readHeaders(request.headers);
  const mediaType = isObject(request.postData) ? request.postData.mimeType : undefined;
  // Some tools omit the header, others write octet-stream for a missing one.
  if (typeof mediaType === 'string' && !/^$|octet-stream/.test(mediaType)) requestHeaders['content-type'] ??= mediaType;
  const requestBody = readPostData(request.postData, requestHeaders['content-type'] ?? '');
  const isLost = requestBody === undefined && Number(request.bodySize) > 0;
  return omitUndefined({
    index,
    startedAt: typeof startedDateTime === 'string' ? startedDateTime : undefined,
    ...{ method: request.method.toUpperCase(), url: request.url, requestHeaders, requestBody },
    lostRequestBody: isLost || undefined,
    status: typeof answer.status === 'number' ? answer.status : 0,
    responseHeaders: readHeaders(answer.headers),
    responseBody: readContent(answer.content),
  });
}

/** Reads headers with lower-case names. Omits HTTP/2 pseudo-headers and joins repeated headers. */
function readHeaders(list: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const item of Array.isArray(list) ? list : []) {
    if (!isObject(item) || typeof item.name !== 'string' || item.name.startsWith(':')) continue;
    const name = item.name.toLowerCase();
    const value = String(item.value ?? '');
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function readPostData(data: unknown, type: string): Uint8Array | undefined {
  if (!isObject(data)) return undefined;
  if (typeof data.text === 'string' && data.text !== '') return decodeText(data.text, data.encoding);
  // Forms can be stored as parameters.
  const pairs = (Array.isArray(data.params) ? data.params : []).filter(isObject);
  if (pairs.length === 0) return undefined;
  const [, boundary] = /^multipart\/form-data\s*;.*?boundary="?([^\s";]+)/i.exec(type) ?? [];
  if (boundary !== undefined) return encodeFormParts(pairs.map(partOf), boundary);
  const form = new URLSearchParams();
  for (const { name, value } of pairs) form.append(String(name), String(value ?? ''));
  return new TextEncoder().encode(form.toString());
}

function partOf({ name, value, fileName, contentType }: Record<string, unknown>): FormPart {
  return {
    name: String(name),
    bytes: new TextEncoder().encode(String(value ?? '')),
    ...(typeof fileName === 'string' ? { filename: fileName } : {}),
    ...(typeof contentType === 'string' ? { mediaType: contentType } : {}),
  };
}

function readContent(content: unknown): Uint8Array | undefined {
  if (!isObject(content)) return undefined;
  // Without text, only a size of 0 means that there was no body.
  if (typeof content.text !== 'string') return content.size === 0 ? new Uint8Array() : undefined;
  return decodeText(content.text, content.encoding);
}

/** Some tools mark plain text as base64. */
function decodeText(text: string, encoding: unknown): Uint8Array {
  const isEncoded = encoding === 'base64' && /^[\w+/-]*={0,2}$/.test(text.replaceAll(/\s/g, ''));
  return isEncoded ? new Uint8Array(Buffer.from(text, 'base64')) : new TextEncoder().encode(text);
}

/** Returns the message of a parser without the quoted text, which can contain a secret. */
export function describeParseError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError || /call stack/.test(message)) return 'it is nested too deeply';
  return message.replace(/, (?:\.\.\.)?".*$|:\n\n.*$/s, '');
}
