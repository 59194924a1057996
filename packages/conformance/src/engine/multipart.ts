import { encodeFormParts, type FormPart, isObject } from '@understudy/contract';
import { formatValue } from '../expressions/interpolate.js';
import type { LookupResult } from '../expressions/json-pointer.js';

/** A form file loaded by `$file('…')`. */
export class FormFile {
  constructor(
    readonly filename: string,
    readonly bytes: Uint8Array,
  ) {}

  /** Returns the value that `$request.body` reads. */
  toJSON(): string {
    return this.filename;
  }
}

/**
 * Writes an object as `multipart/form-data`. Nested members become `name[member]`, list items become parts, and a
 * `FormFile` has a file name.
 *
 * @returns the bytes and the boundary
 */
export function writeMultipart(
  form: unknown,
): { found: true; bytes: Uint8Array; boundary: string } | Extract<LookupResult, { found: false }> {
  if (!isObject(form)) return { found: false, why: 'a multipart payload must be a mapping' };
  const parts = partsOf(form, '').map(formPart);
  const boundary = boundaryFor(parts);
  return { found: true, bytes: encodeFormParts(parts, boundary), boundary };
}

/** Returns the names and values of a form for validation. The value of a file is its file name. */
export function toFormPairs(form: unknown): [string, string][] | undefined {
  if (!isObject(form)) return undefined;
  return partsOf(form, '').map(({ name, value }) => [
    name,
    value instanceof FormFile ? value.filename : formatValue(value),
  ]);
}

interface Part {
  readonly name: string;
  readonly value: unknown;
}

function partsOf(form: Record<string, unknown>, prefix: string): Part[] {
  return Object.entries(form).flatMap(([key, value]) => {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (isObject(value) && !(value instanceof FormFile)) return partsOf(value, name);
    return Array.isArray(value) ? value.map((item) => ({ name, value: item })) : [{ name, value }];
  });
}

function formPart({ name, value }: Part): FormPart {
  if (!(value instanceof FormFile)) return { name, bytes: new TextEncoder().encode(formatValue(value)) };
  const { filename, bytes } = value;
  return { name, filename, mediaType: mediaTypeOf(filename), bytes };
}

const mediaTypes: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  json: 'application/json',
  pdf: 'application/pdf',
  zip: 'application/zip',
  txt: 'text/plain',
};

function mediaTypeOf(filename: string): string {
  return mediaTypes[filename.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}

/** Returns a boundary that no part contains. It is deterministic, so the same form always has the same bytes. */
function boundaryFor(parts: readonly FormPart[]): string {
  for (let number = 1; ; number += 1) {
    const boundary = `----understudy-form-${number}`;
    const holds = ({ bytes }: FormPart) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(boundary);
    if (!parts.some(holds)) return boundary;
  }
}
