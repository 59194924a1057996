import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { isObject, parseJson as parse, stringifyJson } from '@understudy/contract';
import type { StepRequestBody } from '../arazzo/model.js';
import type { ExpressionScope } from '../expressions/evaluate-expression.js';
import { formatValue, interpolateValue } from '../expressions/interpolate.js';
import { type LookupResult, writePointer } from '../expressions/json-pointer.js';
import type { RequestProblem } from './built-request.js';
import { FormFile, writeMultipart } from './multipart.js';

/** A request body ready to send. `$request.body` reads `value`. */
interface Payload {
  bytes: Uint8Array;
  value: unknown;
  /** True if the body is a string or file, which has no default Content-Type. */
  raw: boolean;
  /** The Content-Type of a multipart form with its boundary. */
  contentType?: string;
}

const fileReference = /^\$file\((['"])(.+)\1\)$/;

/**
 * Creates a request body: a file (`$file('./x.json')`, relative to the scenario), a string with `{$expr}` replaced, or
 * a value serialized in the given media type. `replacements` are applied to the payload first and require JSON. In a
 * multipart form, `$file('…')` becomes a file part.
 */
export async function buildPayload(
  body: StepRequestBody,
  mediaType: string,
  scenarioFile: string,
  scope: ExpressionScope,
): Promise<Payload | RequestProblem | undefined> {
  if (body.payload === undefined) return undefined;
  const loaded = isMultipart(mediaType)
    ? await loadForm(body.payload, scenarioFile, scope)
    : await loadPayload(body.payload, scenarioFile, scope);
  if ('problem' in loaded) return loaded;
  const replacements = body.replacements ?? [];
  if (loaded.raw && replacements.length === 0) return loaded;
  let value: unknown = loaded.value;
  if (loaded.raw) {
    const parsed = parseJson(new TextDecoder().decode(loaded.bytes));
    if (!parsed.found) return { problem: `replacements need a JSON payload: ${parsed.why}` };
    value = parsed.value;
  }
  for (const { target, value: wanted } of replacements) {
    const replacement = interpolateValue(wanted, scope);
    if (!replacement.found) return { problem: replacement.why, lacks: replacement.lacks };
    const written = writePointer(value, target, replacement.value);
    if (!written.found) return { problem: written.why, lacks: written.lacks };
    value = written.value;
  }
  if (isMultipart(mediaType) && !loaded.raw) {
    const form = writeMultipart(value);
    if (!form.found) return { problem: form.why, lacks: form.lacks };
    const contentType = `multipart/form-data; boundary=${form.boundary}`;
    return { bytes: form.bytes, value, raw: false, contentType };
  }
  // A string or file that was parsed as JSON is serialized as JSON.
  const text = serialize(value, loaded.raw ? 'application/json' : mediaType);
  if (!text.found) return { problem: text.why, lacks: text.lacks };
  return { bytes: encode(formatValue(text.value)), value, raw: loaded.raw };
}

async function loadPayload(
  payload: unknown,
  scenarioFile: string,
  scope: ExpressionScope,
): Promise<Payload | RequestProblem> {
  const file = await loadFile(payload, scenarioFile);
  if (file !== undefined) {
    return 'problem' in file ? file : { ...file, value: new TextDecoder().decode(file.bytes), raw: true };
  }
  const value = interpolateValue(payload, scope);
  if (!value.found) return { problem: value.why, lacks: value.lacks };
  if (typeof value.value === 'string') return { bytes: encode(value.value), value: value.value, raw: true };
  return { bytes: new Uint8Array(), value: value.value, raw: false };
}

/** Loads the file of a `$file('…')` payload. */
async function loadFile(
  payload: unknown,
  scenarioFile: string,
): Promise<{ path: string; bytes: Uint8Array } | RequestProblem | undefined> {
  const path = typeof payload === 'string' ? fileReference.exec(payload)?.[2] : undefined;
  if (path === undefined) return undefined;
  try {
    return { path, bytes: await readFile(resolve(dirname(scenarioFile), path)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `cannot read the payload file ${path}: ${why}` };
  }
}

/** Loads the files of a form and replaces expressions. Forms given as a string stay unchanged. */
async function loadForm(
  payload: unknown,
  scenarioFile: string,
  scope: ExpressionScope,
): Promise<Payload | RequestProblem> {
  if (!isObject(payload)) return loadPayload(payload, scenarioFile, scope);
  const texts = new Set<string>();
  stringifyJson(payload, (_, value) => (typeof value === 'string' ? texts.add(value) : value));
  const files = new Map<string, LookupResult>();
  for (const text of texts) {
    const file = await loadFile(text, scenarioFile);
    if (file === undefined) continue;
    if ('problem' in file) files.set(text, { found: false, why: file.problem });
    else files.set(text, { found: true, value: new FormFile(basename(file.path), file.bytes) });
  }
  const form = interpolateValue(payload, scope, files);
  if (!form.found) return { problem: form.why, lacks: form.lacks };
  return { bytes: new Uint8Array(), value: form.value, raw: false };
}

function isMultipart(mediaType: string): boolean {
  return /^multipart\/form-data\b/i.test(mediaType);
}

/**
 * Returns whether a payload is a string or a file, which have no media type. An expression such as `$inputs.order` can
 * be an object.
 */
export function isRawPayload(payload: unknown, scope: ExpressionScope): boolean {
  if (typeof payload !== 'string') return false;
  const value = interpolateValue(payload, scope);
  return !value.found || typeof value.value === 'string';
}

function serialize(value: unknown, mediaType: string): LookupResult {
  const essence = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (essence === 'application/x-www-form-urlencoded') return serializeForm(value);
  if (essence === '' || essence === 'application/json' || essence.endsWith('+json')) {
    return { found: true, value: stringifyJson(value) };
  }
  if (typeof value !== 'object' || value === null) return { found: true, value: formatValue(value) };
  return { found: false, why: `a payload of contentType ${mediaType} must be a text or a $file('…')` };
}

function serializeForm(value: unknown): LookupResult {
  if (!isObject(value)) return { found: false, why: 'a form payload must be a mapping or a text' };
  const form = new URLSearchParams();
  for (const [name, content] of Object.entries(value)) {
    for (const item of Array.isArray(content) ? content : [content]) form.append(name, formatValue(item));
  }
  return { found: true, value: form.toString() };
}

function parseJson(text: string): LookupResult {
  try {
    return { found: true, value: parse(text) };
  } catch (error) {
    return { found: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
