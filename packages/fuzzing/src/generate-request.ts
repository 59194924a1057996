import { cloneJson, listAliasPaths, membersOf, type Operation, stringifyJson } from '@understudy/contract';
import type { ValueGenerator } from '@understudy/described';
import { generateSync } from 'json-schema-faker';
import {
  encodeForm,
  encodeMultipart,
  formMediaType,
  isFile,
  multipartContentType,
  multipartMediaType,
  toFormParts,
} from './form-body.js';
import type { GeneratedRequest, HeaderValues, InlinedParameter, RequestValues } from './generated-request.js';
import { type InlinedSchema, inlineSchema } from './inline-schema.js';
import type { SeededRandom } from './seeded-random.js';

/** The probability of known values, which pass the first lookup. */
const familiarity = 0.75;

const fakerDraws = 50;

interface GeneratorOptions {
  readonly familiar: RequestValues;
  readonly credentials: readonly Readonly<HeaderValues>[];
  /** Generates half of the values: realistic names, addresses and ids. The others are random. */
  readonly meaningful?: ValueGenerator;
}

/**
 * Generates requests of an operation. `familiar` contains known values by parameter or member name. A body without
 * known values is generated. `open` bodies are mutated based on their own shape. Each request has one of the
 * `credentials`.
 */
export class RequestGenerator {
  /** The parameters with inlined schemas. */
  readonly parameters: readonly InlinedParameter[];
  readonly #operation: Operation;
  readonly #familiar: RequestValues;
  readonly #meaningful: ValueGenerator | undefined;
  readonly #credentials: readonly Readonly<HeaderValues>[];
  readonly #templates: readonly string[];
  readonly #chance: SeededRandom;
  readonly #bodies: readonly { readonly mediaType: string; readonly schema: InlinedSchema | undefined }[];
  #bodiesLeft: unknown[] = [];

  constructor(
    document: unknown,
    operation: Operation,
    { familiar, credentials, meaningful }: GeneratorOptions,
    chance: SeededRandom,
  ) {
    this.#operation = operation;
    this.#familiar = familiar;
    this.#meaningful = meaningful;
    this.#credentials = credentials;
    // The base URL already contains its prefix.
    const aliases = listAliasPaths(operation).filter((path) => !path.endsWith(operation.path));
    this.#templates = [operation.path, ...aliases];
    this.#chance = chance;
    this.parameters = operation.parameters.map((parameter) => ({
      ...parameter,
      schema: inlineSchema(document, parameter.schema),
    }));
    const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([mediaType, { schema }]) => ({
      mediaType,
      schema: schema === undefined ? undefined : inlineSchema(document, membersOf(schema).contentSchema ?? schema),
    }));
    // A specific media type takes precedence over ranges.
    const meant = bodies.length === 1 ? [] : bodies.filter(({ mediaType }) => mediaType !== '*/*');
    this.#bodies = meant.length < bodies.length ? [...bodies, ...meant, ...meant] : bodies;
  }

  /** Generates a request that should be valid. */
  generate(): GeneratedRequest {
    const [chance, familiar, operation] = [this.#chance, this.#familiar, this.#operation];
    const template = this.#templates.length === 1 ? operation.path : chance.pick(this.#templates);
    const [only = {}] = this.#credentials;
    const credentials = this.#credentials.length === 1 ? only : chance.pick(this.#credentials);
    const headers = { ...credentials };
    const parts = { path: {}, query: [], headers, body: undefined };
    const request: GeneratedRequest = { what: 'generated', ...parts, template, credentials };
    // Values that belong together, such as the parts of a signed link, are used together.
    const known = familiar.together === undefined ? undefined : chance.pick(familiar.together);
    for (const { name, in: place, required, schema } of this.parameters) {
      if (!required && known?.[name] === undefined && chance.next() < 0.4) continue;
      const value = String(known?.[name] ?? this.#valueOf(name, schema));
      if (place === 'path') request.path[name] = value;
      else if (place === 'query') request.query.push([name, value]);
      // Headers cannot contain other characters.
      else request.headers[name] = value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
    }
    for (const [name, value] of Object.entries(familiar.always?.query ?? {})) setQuery(request, name, value);
    const left = operation.requestBody?.required !== true && chance.next() < 0.3;
    const body = this.#bodies.length === 0 || left ? undefined : chance.pick(this.#bodies);
    if (body !== undefined) {
      request.mediaType = body.mediaType;
      request.schema = body.schema;
      request.value = known?.['body'] === undefined ? this.#bodyOf(body.schema) : cloneJson(known['body']);
      if (familiar.open) request.shape = guessSchema(request.value);
      if (familiar.always?.body !== undefined) Object.assign(membersOf(request.value), familiar.always.body);
      encodeValue(request);
    }
    return request;
  }

  #bodyOf(schema: InlinedSchema | undefined): unknown {
    const [chance, familiar] = [this.#chance, this.#familiar];
    const known = familiar.bodies !== undefined && chance.next() < familiarity ? this.#nextBody() : undefined;
    if (known !== undefined) return cloneJson(known);
    if (schema === undefined) return chance.pick<unknown>(['text', { any: 'thing' }, [1, 2], '']);
    return this.#makeFamiliar(this.fake(schema));
  }

  /** Uses each known body in random order. */
  #nextBody(): unknown {
    if (this.#bodiesLeft.length === 0) this.#bodiesLeft = [...(this.#familiar.bodies ?? [])];
    return this.#bodiesLeft.splice(this.#chance.below(this.#bodiesLeft.length), 1)[0];
  }

  #valueOf(name: string, schema: InlinedSchema): unknown {
    const keys = this.#familiar.keys?.[name];
    if (keys !== undefined) return this.#chance.pick(keys);
    const known = this.#familiar.values[name];
    return known !== undefined && this.#chance.next() < familiarity
      ? this.#chance.pick(known)
      : this.fake(schema, name);
  }

  /** Generates a value of a schema. */
  fake(schema: InlinedSchema, name = 'body'): unknown {
    const meant =
      this.#meaningful === undefined || this.#chance.next() < 0.5
        ? undefined
        : this.#meaningful(schema, name, String(this.#chance.below(1_000_000_000)));
    if (meant !== undefined) return meant;
    for (let draw = 1; ; draw++) {
      try {
        return this.#draw(schema);
      } catch (error) {
        // The faker does not know which optional members satisfy minProperties. Other draws can include them.
        if (draw === fakerDraws) throw error;
      }
    }
  }

  #draw(schema: InlinedSchema): unknown {
    return generateSync(membersOf(withFewItems(schema)), {
      seed: this.#chance.below(1_000_000_000),
      optionalsProbability: this.#chance.pick([0.2, 0.6, 1]),
      maxDefaultItems: 3,
      maxDepth: 20,
      formats: {
        url: () => `https://example.com/${this.#chance.below(1000)}`,
        date: () => `202${this.#chance.below(6)}-0${1 + this.#chance.below(9)}-1${this.#chance.below(10)}`,
        'date-time': () => `2026-0${1 + this.#chance.below(9)}-15T1${this.#chance.below(10)}:00:00Z`,
      },
    });
  }

  /** Replaces members with known values by their name, or by their parent's name and theirs. */
  #makeFamiliar(value: unknown, name?: string, parent?: string): unknown {
    const [chance, familiar] = [this.#chance, this.#familiar];
    if (isFile(value)) return value;
    if (Array.isArray(value)) return value.map((item) => this.#makeFamiliar(item, name, parent));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, this.#makeFamiliar(member, key, name)]),
      );
    }
    const keys = familiar.keys?.[parent === undefined ? `${name}` : `${parent}/${name}`];
    if (keys !== undefined && value !== null && typeof keys[0] === typeof value) return chance.pick(keys);
    const known = familiar.values[`${parent}/${name}`] ?? familiar.values[name ?? ''];
    const fits = known !== undefined && typeof known[0] === typeof value;
    return fits && chance.next() < familiarity ? chance.pick(known) : value;
  }
}

/** Sets a query parameter and removes its other values. */
export function setQuery(request: GeneratedRequest, name: string, value: string): void {
  request.query = [...request.query.filter(([key]) => key !== name), [name, value]];
}

/** Returns a schema with lower maximums, because the faker fills arrays and strings up to their maximum. */
function withFewItems(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withFewItems);
  const { minItems, maxItems, minLength, maxLength }: InlinedSchema = schema;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, withFewItems(value)]),
  );
  if (typeof maxItems === 'number') copy['maxItems'] = Math.min(maxItems, Math.max(minItems ?? 0, 3));
  if (typeof maxLength === 'number') copy['maxLength'] = Math.min(maxLength, Math.max(minLength ?? 0, 200));
  return copy;
}

/** Encodes the value of a request by its media type. */
export function encodeValue(request: GeneratedRequest): void {
  if (request.mediaType === multipartMediaType) {
    request.parts = toFormParts(request.schema, request.value);
    request.headers['content-type'] = multipartContentType;
    request.body = encodeMultipart(request.parts);
    return;
  }
  if (request.mediaType !== '*/*') request.headers['content-type'] = request.mediaType ?? '';
  request.body = encodeText(request);
}

function encodeText({ mediaType, value }: GeneratedRequest): Uint8Array<ArrayBuffer> {
  const isText = mediaType === '*/*' && typeof value === 'string';
  const text = isText ? value : mediaType === formMediaType ? encodeForm(value) : stringifyJson(value);
  return new TextEncoder().encode(text);
}

/** Encodes a copy of an encoded request on demand, because most copies are never sent. */
export function deferEncoding(request: GeneratedRequest): void {
  // Form parts are read in addition to the bytes.
  if (request.mediaType === multipartMediaType) {
    encodeValue(request);
    return;
  }
  const define = (body: PropertyDescriptor) =>
    Object.defineProperty(request, 'body', { enumerable: true, configurable: true, ...body });
  define({
    get: () => {
      define({ value: encodeText(request), writable: true });
      return request.body;
    },
  });
}

/** Returns a schema that describes only the shape of a value. */
function guessSchema(value: unknown): InlinedSchema {
  if (Array.isArray(value)) return { type: 'array', items: guessSchema(value[0]) };
  if (value === null || typeof value !== 'object') return { type: value === null ? 'null' : typeof value };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, guessSchema(member)])),
  };
}
