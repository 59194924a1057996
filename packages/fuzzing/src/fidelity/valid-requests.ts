import {
  type ApiContract,
  isObject,
  type JsonSchema,
  type Operation,
  type OperationParameter,
  resolveReference,
  stringifyJson,
} from '@understudy/contract';
import { isFile, multipartMediaType } from '../form-body.js';
import { encodeValue, type RequestGenerator } from '../generate-request.js';
import type { GeneratedRequest, InlinedParameter } from '../generated-request.js';
import { type InlinedSchema, inlineSchema, listTypes } from '../inline-schema.js';

/** A request that the description allows. */
export interface ValidRequest {
  /** The part of the description that it covers: a parameter with its style, a media type or an alternative. */
  readonly place: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
}

/** Maximum numbers of draws for a valid value, alternatives of a body, and optional parameters of an operation. */
const [mostDraws, mostAlternatives, mostOptional] = [12, 6, 30];

type Written = Pick<OperationParameter, 'name' | 'in' | 'style' | 'explode' | 'isJson'>;

/** Generates valid requests to one operation. */
export class ValidRequests {
  readonly #values = new Map<InlinedParameter, string | undefined>();

  constructor(
    private readonly contract: ApiContract,
    private readonly operation: Operation,
    private readonly generator: RequestGenerator,
  ) {}

  /**
   * Returns the minimal request: required parameters, and the first body if one is required. Undefined if it cannot be
   * generated.
   */
  least(): ValidRequest | undefined {
    const [body] = this.operation.requestBody?.required === true ? this.#bodies() : [undefined];
    return this.#request('the required parts', this.#required, body);
  }

  /** Yields the minimal request with each other part of the description: parameters, media types and alternatives. */
  *all(): Iterable<ValidRequest> {
    const optional = this.#optional.filter((each) => this.#text(each) !== undefined);
    if (optional.length > 0) {
      const request = this.#request('all parameters', [...this.#required, ...optional], this.#firstBody());
      if (request !== undefined) yield request;
    }
    for (const body of this.#bodies()) {
      const request = this.#request(body.place, this.#required, body);
      if (request !== undefined) yield request;
    }
  }

  /** Yields the minimal request with each optional parameter in turn, to find the one that is rejected. */
  *each(): Iterable<ValidRequest> {
    for (const parameter of this.#optional.slice(0, mostOptional)) {
      const { name, in: place, style } = parameter;
      const what = `${place} parameter ${name}${style === undefined ? '' : ` in style ${style}`}`;
      const request = this.#request(what, [...this.#required, parameter], this.#firstBody());
      if (request !== undefined) yield request;
    }
  }

  get #required(): readonly InlinedParameter[] {
    return this.generator.parameters.filter(({ required }) => required);
  }

  get #optional(): readonly InlinedParameter[] {
    return this.generator.parameters.filter(({ required }) => !required);
  }

  #firstBody(): GeneratedBody | undefined {
    return this.operation.requestBody?.required === true ? this.#bodies().next().value : undefined;
  }

  #request(
    place: string,
    parameters: readonly InlinedParameter[],
    body: GeneratedBody | undefined,
  ): ValidRequest | undefined {
    if (body === undefined && this.operation.requestBody?.required === true) return undefined;
    const { path: template } = this.operation;
    const texts = new Map<InlinedParameter, string>();
    for (const parameter of parameters) {
      const text = this.#text(parameter);
      if (text === undefined) return undefined;
      texts.set(parameter, text);
    }
    const written = (where: string) => [...texts].filter(([each]) => each.in === where);
    const inPath = new Map(written('path').map(([{ name }, text]) => [name, text]));
    const path = template.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => inPath.get(name) ?? '');
    const query = written('query').map(([, text]) => text);
    const cookies = written('cookie').map(([, text]) => text);
    const headers = Object.fromEntries(written('header').map(([{ name }, text]) => [name.toLowerCase(), text]));
    return {
      place,
      target: query.length === 0 ? path : `${path}?${query.join('&')}`,
      headers: { ...headers, ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }), ...body?.headers },
      body: body?.bytes,
    };
  }

  /** Returns the parameter with a valid value, as written in a request. */
  #text(parameter: InlinedParameter): string | undefined {
    if (this.#values.has(parameter)) return this.#values.get(parameter);
    const described = this.operation.parameters.find(
      (each) => each.name === parameter.name && each.in === parameter.in,
    );
    const text =
      described === undefined
        ? undefined
        : this.#draw(parameter.schema, described.schema, parameter.name, (value) => {
            if (value === null || value === '') return undefined;
            const written = writeParameter(parameter, value);
            if (parameter.in === 'header' && /[^\x20-\x7e]/.test(written ?? '')) return undefined;
            return parameter.in === 'path' && /^\.{1,2}$/.test(written ?? '') ? undefined : written;
          });
    this.#values.set(parameter, text);
    return text;
  }

  *#bodies(): Generator<GeneratedBody, undefined> {
    for (const [mediaType, { schema = {} }] of Object.entries(this.operation.requestBody?.content ?? {})) {
      for (const { place, schema: alternative } of this.#alternatives(schema)) {
        const body = this.#body(mediaType, alternative, schema);
        if (body !== undefined) yield { ...body, place: `body ${mediaType}${place}` };
      }
    }
    return undefined;
  }

  /** Returns the alternatives of a body, or the body itself. */
  #alternatives(schema: JsonSchema): { place: string; schema: JsonSchema }[] {
    const resolved = resolveReference(this.contract.document, schema);
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const parts: unknown = resolved?.[keyword];
      // Keywords next to the alternatives apply to each of them.
      if (!Array.isArray(parts) || isObject(resolved?.['properties'])) continue;
      return parts.slice(0, mostAlternatives).map((part, index) => ({ place: ` ${keyword}/${index}`, schema: part }));
    }
    return [{ place: '', schema }];
  }

  #body(mediaType: string, schema: JsonSchema, whole: JsonSchema): Omit<GeneratedBody, 'place'> | undefined {
    const isJson = /[/+]json\b/.test(mediaType);
    const isForm = mediaType === multipartMediaType || mediaType === 'application/x-www-form-urlencoded';
    const inlined = inlineSchema(this.contract.document, schema);
    const types = listTypes(inlined);
    // The members that a patch changes must exist, which depends on the entity's state.
    if (mediaType === 'application/json-patch+json') return undefined;
    if (!isJson && !isForm) {
      const type = mediaType.replace('*/*', 'application/octet-stream').replace('/*', '/plain');
      const isText = types.length === 0 ? inlined.properties === undefined : types.includes('string');
      return isText && inlined.enum === undefined && !/xml\b/.test(mediaType)
        ? { headers: { 'content-type': type }, bytes: new Uint8Array([116, 101, 120, 116]) }
        : undefined;
    }
    return this.#draw(inlined, schema, 'body', (drawn) => {
      // A form consists of fields, none of which is null.
      if (isForm && (!isObject(drawn) || Object.keys(drawn).length === 0)) return undefined;
      const value = isForm ? withoutNull(drawn) : drawn;

      const request: GeneratedRequest = {
        ...{ what: '', path: {}, query: [], headers: {}, credentials: {}, body: undefined },
        ...{ mediaType, schema: inlined, value },
      };
      // A value of one alternative can also match another one.
      if (!this.#isValid(whole, value)) return undefined;
      encodeValue(request);
      return request.body === undefined ? undefined : { headers: request.headers, bytes: request.body };
    });
  }

  #isValid(schema: JsonSchema, value: unknown): boolean {
    return hasFile(value) || this.contract.validator(schema)(value).length === 0;
  }

  #draw<Result>(
    inlined: InlinedSchema,
    described: JsonSchema,
    name: string,
    write: (value: unknown) => Result | undefined,
  ): Result | undefined {
    for (let draw = 0; draw < mostDraws; draw += 1) {
      try {
        const value = this.generator.fake(inlined, name);
        const written = this.#isValid(described, value) ? write(value) : undefined;
        if (written !== undefined) return written;
      } catch {
        // Some schemas have no valid value, or none that the generator finds.
        return undefined;
      }
    }
    return undefined;
  }
}

interface GeneratedBody {
  readonly place: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function withoutNull(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : value;
}

/** Returns whether a value contains a file, whose bytes JSON Schema cannot describe. */
function hasFile(value: unknown): boolean {
  return isFile(value) || (isObject(value) && Object.values(value).some(isFile));
}

/**
 * Writes the value of a parameter in its described style.
 *
 * @returns undefined for a value that the style cannot express, such as an empty array
 */
export function writeParameter(parameter: Written, value: unknown): string | undefined {
  const { name, in: place, isJson } = parameter;
  const isHeader = place === 'header';
  const encode = isHeader ? (text: string) => text : encodeURIComponent;
  const style = parameter.style ?? (place === 'path' || isHeader ? 'simple' : 'form');
  const explode = parameter.explode ?? style === 'form';
  const own = encode(name);
  if (isJson === true) {
    const text = encode(stringifyJson(value));
    return place === 'query' || place === 'cookie' ? `${own}=${text}` : text;
  }
  const text = (each: unknown) => encode(typeof each === 'object' ? stringifyJson(each) : String(each));
  const separator = place === 'cookie' ? '; ' : '&';
  if (Array.isArray(value)) {
    const items = value.map(text);
    // OpenAPI defines no text for an object within an array.
    if (items.length === 0 || value.some((item) => typeof item === 'object')) return undefined;
    if (style === 'label') return `.${items.join(explode ? '.' : ',')}`;
    if (style === 'matrix')
      return explode ? items.map((item) => `;${own}=${item}`).join('') : `;${own}=${items.join(',')}`;
    if (style === 'simple') return items.join(',');
    if (explode) return items.map((item) => `${own}=${item}`).join(separator);
    return `${own}=${items.join(delimiters[style] ?? ',')}`;
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]): [string, string] => [encode(key), text(member)]);
    if (members.length === 0) return undefined;
    if (style !== 'deepObject' && Object.values(value).some((member) => typeof member === 'object')) return undefined;
    const pairs = members.map((pair) => pair.join('='));
    if (style === 'deepObject') return deepMembers(own, value).join('&');
    if (style === 'label') return `.${explode ? pairs.join('.') : members.flat().join(',')}`;
    if (style === 'matrix')
      return explode ? pairs.map((pair) => `;${pair}`).join('') : `;${own}=${members.flat().join(',')}`;
    if (style === 'simple') return explode ? pairs.join(',') : members.flat().join(',');
    if (explode) return pairs.join(separator);
    return `${own}=${members.flat().join(delimiters[style] ?? ',')}`;
  }
  if (style === 'label') return `.${text(value)}`;
  if (style === 'matrix') return `;${own}=${text(value)}`;
  return style === 'simple' ? text(value) : `${own}=${text(value)}`;
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

function deepMembers(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => deepMembers(`${name}[]`, item));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, member]) => deepMembers(`${name}[${encodeURIComponent(key)}]`, member));
  return [`${name}=${encodeURIComponent(String(value))}`];
}
