import { decodeBody } from '@understudy/contract';
import type { StepRequestBody } from '../arazzo/model.js';
import { type RecordedCall, redactUrl } from './recorded-call.js';
import type { RequestValueWriter } from './request-value-writer.js';

/** A body that a scenario reads from a file. */
export interface BodyFile {
  name: string;
  bytes: Uint8Array;
}

/** Thrown if a recording cannot be converted to a scenario. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

const longestText = 2000;
const longestValue = 16_384;

/**
 * Converts a recorded body to a scenario request body. A long or binary body becomes a file.
 *
 * @param given path of the sent file
 * @throws RecordingError if neither the recording nor `given` contains the body
 */
export async function toRequestBody(
  { entry }: RecordedCall,
  values: RequestValueWriter,
  fileName: string,
  given: string | undefined,
): Promise<{ body?: StepRequestBody; files: BodyFile[] }> {
  const sent = entry.requestHeaders['content-type'];
  const contentType = sent === undefined ? {} : { contentType: sent };
  if (given !== undefined) return { body: { ...contentType, payload: `$file('${given}')` }, files: [] };
  const bytes = entry.requestBody;
  if (entry.lostRequestBody) {
    const name = `entry ${entry.index}, ${entry.method} ${redactUrl(entry)}`;
    const fix = `pass the file that was sent with --file ${entry.index}=<path>`;
    throw new RecordingError(`The recording does not contain the complete body of ${name}; ${fix}`);
  }
  if (bytes === undefined || bytes.length === 0) return { files: [] };
  if (/^multipart\/form-data/i.test(sent ?? ''))
    return await multipart(Uint8Array.from(bytes), sent ?? '', values, fileName);
  const text = readText(bytes);
  const decoded = decodeBody(bytes, sent);
  const value = 'value' in decoded ? decoded.value : text;
  if (/^application\/x-www-form-urlencoded/i.test(sent ?? '') && Array.isArray(value))
    return { body: { ...contentType, payload: values.of(formOf(value)) }, files: [] };
  const isValue = typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
  if (isValue && bytes.length <= longestValue)
    return { body: { ...contentType, payload: values.of(value) }, files: [] };
  if (text !== undefined && text.length <= longestText)
    return { body: { ...contentType, payload: values.text(text, 'body') }, files: [] };
  const name = `${fileName}.${extensionOf(sent, text)}`;
  return { body: { ...contentType, payload: `$file('./${name}')` }, files: [{ name, bytes }] };
}

async function multipart(bytes: Uint8Array<ArrayBuffer>, sent: string, values: RequestValueWriter, fileName: string) {
  const payload: Record<string, unknown> = {};
  const files: BodyFile[] = [];
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': sent } }).formData();
  } catch {
    throw new RecordingError(
      `Cannot parse the multipart form for ${fileName}; record it with another tool, or leave it out`,
    );
  }
  for (const [name, part] of form) {
    let value: unknown;
    if (typeof part === 'string') value = values.of(part, name);
    else {
      const file = `${fileName}.${part.name.replaceAll(/[^\w.-]/g, '-')}`;
      files.push({ name: file, bytes: new Uint8Array(await part.arrayBuffer()) });
      value = `$file('./${file}')`;
    }
    const earlier = payload[name];
    payload[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return { body: { contentType: 'multipart/form-data', payload }, files };
}

function formOf(pairs: readonly unknown[]): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const pair of pairs) {
    const [name, value] = Array.isArray(pair) ? pair.map(String) : [];
    if (name !== undefined) form[name] = form[name] === undefined ? value : [form[name], value].flat();
  }
  return form;
}

function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function extensionOf(mediaType: string | undefined, text: string | undefined): string {
  const known = /(json|xml|pdf|zip|csv)\b/.exec(mediaType ?? '')?.[1];
  if (known !== undefined) return known;
  if (text === undefined) return 'bin';
  return /^\s*[[{]/.test(text) ? 'json' : /^\s*</.test(text) ? 'xml' : 'txt';
}
