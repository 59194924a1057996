import { decodePercent } from './decode-text.js';
import type { FormPart } from './encode-form-parts.js';
import { createErrorFinding, type Finding } from './finding.js';
import { stringifyJson } from './numbers/stringify-json.js';
import { isObject } from './objects.js';

/** A multipart form, as handlers receive it. */
export interface MultipartBody<Fields> {
  /** Fields typed by the contract's schema. A file is represented by its file name. */
  readonly fields: Fields;
  /** All parts, in order. */
  readonly parts: readonly FormPart[];
}

/**
 * Returns whether a body is a multipart form. A JSON body can have members with the same names, but contains no bytes.
 */
export function isMultipartBody(body: unknown): body is MultipartBody<unknown> {
  if (!isObject(body) || !isObject(body.fields) || !Array.isArray(body.parts)) return false;
  return body.parts.every((part: unknown) => isObject(part) && part.bytes instanceof Uint8Array);
}

const mostParts = 1000;
const longestPartHead = 16_384;
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Reads `multipart/form-data` (RFC 7578) without copying. Limits the number of parts and the size of their headers.
 * Rules: `body/no-boundary`, `body/malformed-multipart`, `body/too-many-parts`.
 */
export function readMultipart(body: Uint8Array, contentType: string): { parts: FormPart[] } | { finding: Finding } {
  const boundary = parameterOf(contentType, 'boundary');
  if (boundary === undefined || boundary === '' || boundary.length > 70) {
    return refuse('no-boundary', 'The Content-Type multipart/form-data needs a boundary of 1 to 70 characters.');
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const first = bytes.indexOf(delimiter.subarray(2));
  // Anything before the first delimiter is ignored. A delimiter starts a line.
  if (first === -1 || !(first === 0 || bytes.subarray(first - 2, first).equals(delimiter.subarray(0, 2)))) {
    return refuse('malformed-multipart', 'The body has no delimiter line with the boundary of its Content-Type.');
  }
  const parts: FormPart[] = [];
  let at = first + delimiter.length - 2;
  for (;;) {
    if (bytes[at] === 0x2d && bytes[at + 1] === 0x2d) return { parts };
    const lineEnd = bytes.indexOf('\r\n', at);
    const head = lineEnd === -1 ? -1 : bytes.indexOf(headEnd, lineEnd);
    const end = head === -1 ? -1 : bytes.indexOf(delimiter, head + 2);
    if (head === -1 || end === -1) {
      return refuse('malformed-multipart', `The multipart body breaks off in part ${parts.length + 1}.`);
    }
    if (parts.length >= mostParts) {
      return refuse('too-many-parts', `The multipart body has more than ${mostParts} parts.`);
    }
    if (head - lineEnd > longestPartHead) {
      const message = `The head of part ${parts.length + 1} is longer than ${longestPartHead} bytes.`;
      return refuse('malformed-multipart', message);
    }
    const headers = readHead(bytes.toString('utf8', lineEnd + 2, Math.max(lineEnd + 2, head)));
    const disposition = headers.get('content-disposition') ?? '';
    const name = parameterOf(disposition, 'name');
    if (name === undefined) {
      return refuse('malformed-multipart', `Part ${parts.length + 1} has no name in its Content-Disposition.`);
    }
    const filename = extendedParameterOf(disposition, 'filename') ?? parameterOf(disposition, 'filename');
    const mediaType = headers.get('content-type');
    parts.push({
      name,
      ...(filename === undefined ? {} : { filename }),
      ...(mediaType === undefined ? {} : { mediaType }),
      bytes: bytes.subarray(head + headEnd.length, Math.max(head + headEnd.length, end)),
    });
    at = end + delimiter.length;
  }
}

/** Returns the name-value pairs to validate. The value of a file is its file name, or `file`. */
export function toFormPairs(parts: readonly FormPart[]): { value: [string, string][] } | { finding: Finding } {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const value: [string, string][] = [];
  for (const { name, filename, mediaType = '', bytes } of parts) {
    // FormData names a typed part `blob`.
    const isJson = filename === 'blob' && /^application\/json\b/i.test(mediaType);
    if (filename !== undefined && !isJson) {
      value.push([name, filename === '' ? 'file' : filename]);
      continue;
    }
    try {
      value.push([name, decoder.decode(bytes)]);
    } catch {
      return refuse('broken-utf-8', `The form field ${stringifyJson(name.slice(0, 60))} is not UTF-8.`);
    }
  }
  return { value };
}

function readHead(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** Returns a parameter of a header value. Browsers encode `"` as `%22` and line breaks as `%0D%0A`. */
function parameterOf(header: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s"]+))`, 'i');
  const found = pattern.exec(header);
  if (found === null) return undefined;
  const [, quoted, token = ''] = found;
  return quoted === undefined
    ? token
    : quoted.replace(/\\(["\\])/g, '$1').replace(/%22|%0D|%0A/gi, (code) => decodeURIComponent(code));
}

/**
 * Reads an extended parameter such as `filename*=UTF-8''na%C3%AFve.xml` (RFC 8187), which can accompany the plain one.
 */
function extendedParameterOf(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\*\\s*=\\s*utf-8'[^']*'([^;\\s]+)`, 'i').exec(header);
  return found?.[1] === undefined ? undefined : decodePercent(found[1]);
}

function refuse(rule: string, message: string): { finding: Finding } {
  return { finding: createErrorFinding(`body/${rule}`, message, '/body') };
}
