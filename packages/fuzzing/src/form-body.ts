import { encodeFormParts, type FormPart, stringifyJson } from '@understudy/contract';
import { type InlinedSchema, toSchemaObject } from './inline-schema.js';

/** Forms: `application/x-www-form-urlencoded`, and `multipart/form-data` with files. */
export const formMediaType = 'application/x-www-form-urlencoded';
export const multipartMediaType = 'multipart/form-data';

const boundary = 'fuzz-7f3a9c';

/** The Content-Type of valid multipart bodies. */
export const multipartContentType = `${multipartMediaType}; boundary=${boundary}`;

const encoder = new TextEncoder();

export type FormFileValue = Omit<FormPart, 'name'>;

export function isFile(value: unknown): value is FormFileValue {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}

/** Encodes the fields of a value. Lists become repeated fields. */
export function encodeForm(value: unknown): string {
  return String(new URLSearchParams(fieldsOf(value).map(([name, field]): [string, string] => [name, textOf(field)])));
}

/** Returns the parts of a value, with files as the schema describes them. */
export function toFormParts(schema: InlinedSchema | undefined, value: unknown): FormPart[] {
  return fieldsOf(value).map(([name, field]): FormPart => {
    if (isFile(field)) return { name, ...field };
    const bytes = encoder.encode(textOf(field));
    return findPropertySchema(schema, name)?.contentMediaType === undefined
      ? { name, bytes }
      : { name, filename: `${name}.bin`, bytes };
  });
}

/** Returns the bytes of a multipart body. @param head more header lines for each part */
export function encodeMultipart(parts: readonly FormPart[], head?: string): Buffer<ArrayBuffer> {
  return encodeFormParts(parts, boundary, head);
}

/** Returns the parts in the form that the contract validates: a file by its name. Undefined if a field is not UTF-8. */
export function toFormPairs(parts: readonly FormPart[]): [name: string, value: string][] | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return parts.map(({ name, filename, bytes }) => [
      name,
      filename === undefined ? decoder.decode(bytes) : filename || 'file',
    ]);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): [name: string, field: unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]): [string, unknown][] =>
    Array.isArray(field) ? field.map((item): [string, unknown] => [name, item]) : [[name, field]],
  );
}

function textOf(field: unknown): string {
  if (isFile(field)) return new TextDecoder().decode(field.bytes);
  return typeof field === 'object' ? stringifyJson(field) : String(field);
}

/** Finds the schema of a field, by its name or by a pattern. */
export function findPropertySchema(schema: InlinedSchema | undefined, name: string): InlinedSchema | undefined {
  const { properties = {}, patternProperties = {} } = schema ?? {};
  if (Object.hasOwn(properties, name)) return toSchemaObject(properties[name]);
  const found = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(name));
  return found === undefined ? undefined : toSchemaObject(found[1]);
}
