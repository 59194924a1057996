import {
  cloneJson,
  type Finding,
  isJson,
  isObject,
  isStreamingMediaType,
  joinPointer,
  membersOf,
  type Operation,
  parsePointer,
  resolveReference,
  stringifyJson,
} from '@understudy/contract';
import { RawJson } from '@understudy/kernel';
import {
  type ApiPlan,
  type DescribedResponse,
  type DescriptionWarnings,
  type ErrorCodes,
  findJsonBody,
  findResponse,
  lastSegment,
  readResponses,
  remember,
  rememberSome,
  type SchemaReader,
  toPathShape,
} from '@understudy/model';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { createSampleFile } from '../meaning/sample-file.js';
import { completeExample } from './complete-example.js';
import { createMinimalValue, type ValueFacts } from './create-minimal-value.js';
import { encodeXmlBody } from './encode-xml-body.js';
import { negotiateMediaType } from './negotiate-media-type.js';
import { shapeValue, showStored } from './show-stored.js';
import { streamFrames } from './stream-frames.js';

/** A body that matches the description, with its media type. */
export interface GeneratedBody {
  readonly type: string;
  readonly body: unknown;
  /** True if the body shows stored data, which can violate the description. */
  readonly showsStored?: true;
}

interface BodyOrder {
  readonly operation: Operation;
  readonly responses: readonly DescribedResponse[];
  readonly status: number;
  readonly facts: ValueFacts;
  /** The same seed gives the same body. */
  readonly seed: string;
  /** Preferred values, best first. Examples and generated values are tried after them. */
  readonly wanted: readonly unknown[];
  /** True if the preferred value is stored: it is completed, but never replaced or corrected. */
  readonly isStored?: boolean;
  /** True if described examples can replace the preferred values. Default: true. */
  readonly examples?: boolean;
  readonly example?: string;
  readonly accept?: string | undefined;
  /** True if the request asks for a stream, for example by `stream: true`. */
  readonly isStreamed?: boolean;
}

interface Described {
  readonly type: string;
  readonly schema: unknown;
  readonly examples: ReadonlyMap<string, unknown>;
}

export class BodyGenerator {
  readonly schemas: SchemaReader;
  readonly errorCodes: ErrorCodes;
  /** The error response for operations that describe none. */
  readonly commonError: DescribedResponse | undefined;
  /** The most common status for invalid parameters in the description. */
  readonly ofParameters: string | undefined;
  readonly #warnings: DescriptionWarnings;

  constructor({ schemas, behavior }: Pick<ApiPlan, 'schemas' | 'behavior'>, warnings: DescriptionWarnings) {
    this.schemas = schemas;
    this.errorCodes = behavior.errorCodes;
    const { 'x-understudy-error': error }: { 'x-understudy-error'?: unknown } = membersOf(schemas.document);
    [this.commonError] = readResponses(schemas.document, { responses: { '4XX': error } });
    this.#warnings = warnings;
    const { components }: { components?: unknown } = membersOf(schemas.document);
    const { responses }: { responses?: unknown } = membersOf(components);
    const shared = new Set(Object.values(isObject(responses) ? responses : {}).filter(isAboutParameters));
    const { paths }: { paths?: unknown } = membersOf(schemas.document);
    for (const item of Object.values(isObject(paths) ? paths : {}))
      for (const node of Object.values(isObject(item) ? item : {}))
        for (const [status, response] of Object.entries(
          isObject(node) && isObject(node['responses']) ? node['responses'] : {},
        ))
          if (/^4\d\d$/.test(status) && shared.has(resolveReference(schemas.document, response)))
            this.ofParameters ??= status;
  }

  /** @returns undefined if no body is described */
  make(order: BodyOrder): GeneratedBody | undefined {
    const response = findResponse(order.responses, order.status);
    const chosen = response && chosenType(response, order);
    if (chosen === undefined) return undefined;
    const { type } = chosen;
    // Some APIs send their JSON as plain text.
    const isJsonText = type === 'text/plain' && this.schemas.shape(chosen.schema).flat.types.includes('object');
    if (!isJson(type) && !isJsonText) return { type, body: this.#otherBody(order, response, { ...chosen, type }) };
    const [stored] = order.wanted;
    if (order.isStored === true && stored !== undefined)
      return {
        type,
        body: asJson(showStored(this.schemas, stored, { schema: chosen.schema ?? {}, facts: order.facts })),
        showsStored: true,
      };
    let unfit: unknown;
    for (const candidate of this.#candidates(order, chosen)) {
      if (candidate === undefined) continue;
      const fitted = this.#fit(order, type, chosen.schema, candidate);
      if (fitted !== undefined) return { type, body: asJson(fitted.value) };
      unfit ??= candidate;
    }
    const { operation, status } = order;
    const pointer = joinPointer('/paths', operation.path, operation.method.toLowerCase());
    const message = `Cannot generate a body that matches the schema of ${operation.operationId} for status ${status}; the response violates it.`;
    this.#warnings.add('unmade-body', pointer, message);
    return { type, body: asJson(unfit ?? {}) };
  }

  /** Returns a body of text, XML, a stream or bytes: an example if there is one. */
  #otherBody(
    order: BodyOrder,
    response: DescribedResponse | undefined,
    { type, schema, examples }: Described,
  ): unknown {
    const { facts, example } = order;
    const [first] = examples.values();
    const shown = example === undefined ? first : (examples.get(example) ?? first);
    if (isStreamingMediaType(type)) {
      const isInOnePiece = [...(response?.content.keys() ?? [])].some(isJson);
      const whole = isInOnePiece
        ? this.make({ ...order, isStreamed: false, accept: 'application/json' })?.body
        : (order.wanted[0] ?? shown ?? this.#generated(order, schema));
      const text = typeof shown === 'string' ? { example: shown } : {};
      const words = this.#wordsOfFlag(order);
      const [isMarked, isDelta] = [/\[DONE\]/, /\bdeltas?\b/i].map((promise) => promise.test(words));
      return streamFrames(this.schemas, { type, schema, whole, facts, isMarked, isDelta, ...text });
    }
    if (typeof shown === 'string') return shown;
    if (type === 'image/svg+xml') return '<svg xmlns="http://www.w3.org/2000/svg"/>';
    if (/[/+]xml$/.test(type)) {
      const [value] = this.#candidates(order, { schema, examples });
      const shown =
        order.isStored === true
          ? showStored(this.schemas, value ?? {}, { schema: schema ?? {}, facts })
          : shapeValue(this.schemas, value ?? {}, schema ?? {}, facts);
      return encodeXmlBody(this.schemas, shown, schema);
    }
    if (!/^text\/|javascript|yaml|csv|x-www-form-urlencoded/.test(type)) return createSampleFile(type);
    if (shown !== undefined) return stringifyJson(shown);
    const made = createMinimalValue(this.schemas, schema, facts, 'text');
    return typeof made === 'string' && made !== '' ? made : 'text';
  }

  /** Returns the description of the `stream` flag in the request body. */
  #wordsOfFlag({ operation }: BodyOrder): string {
    const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => this.schemas.chosen(schema));
    const flags = bodies.map(({ properties }) => this.schemas.chosen(properties.get('stream')).keywords['description']);
    return flags.join(' ');
  }

  /** Yields candidates for a body, best first. They are generated on demand. */
  *#candidates(
    order: BodyOrder,
    { schema, examples }: { schema: unknown; examples: ReadonlyMap<string, unknown> },
  ): Generator<unknown> {
    if (order.example !== undefined && examples.has(order.example)) yield examples.get(order.example);
    yield* order.wanted;
    if (order.examples !== false) {
      yield* examples.values();
      const shown = this.schemas.flat(schema).keywords['examples'];
      if (Array.isArray(shown)) yield* shown;
    }
    yield this.#generated(order, schema);
    yield createMinimalValue(this.schemas, schema, order.facts);
    for (const alternative of this.schemas.flat(schema).alternatives) {
      yield createMinimalValue(this.schemas, alternative, order.facts);
      yield this.#generated(order, alternative);
    }
    for (const attempt of [1, 2, 3]) yield this.#generated({ ...order, seed: `${order.seed} ${attempt}` }, schema);
  }

  #generated({ seed, facts, operation }: BodyOrder, schema: unknown): unknown {
    const name = lastSegment(toPathShape(operation.path));
    return generateMeaningfulValue(this.schemas, schema, { ...facts, seed, name });
  }

  /** Returns a valid candidate unchanged. Otherwise, shapes it by the schema and corrects its errors. */
  #fit(order: BodyOrder, type: string, schema: unknown, candidate: unknown): { value: unknown } | undefined {
    const isExample = !order.wanted.includes(candidate);
    if (isExample && this.findings(order, type, candidate).length === 0) return { value: candidate };
    const whole = isExample ? completeExample(this.schemas, candidate, schema) : candidate;
    let value = shapeValue(this.schemas, whole, schema ?? {}, order.facts);
    for (let round = 0; round < 5; round += 1) {
      const findings = this.findings(order, type, value);
      if (findings.length === 0) return { value };
      value = cloneJson(value);
      for (const finding of findings) value = this.#mend(order, value, schema, finding, round);
    }
    return this.findings(order, type, value).length === 0 ? { value } : undefined;
  }

  /** Returns the contract's findings about a body, ignoring headers. */
  findings({ operation, status }: Pick<BodyOrder, 'operation' | 'status'>, type: string, body: unknown): Finding[] {
    const parts = { status, headers: { 'content-type': type }, body, empty: body === undefined, mediaType: type };
    return operation.validateResponse(parts).filter(({ pointer }) => pointer.startsWith('/body'));
  }

  #mend(order: BodyOrder, body: unknown, schema: unknown, { pointer }: Finding, round: number): unknown {
    const path = parsePointer(pointer.slice('/body'.length));
    const last = path.at(-1);
    if (last === undefined) return round === 0 ? body : createMinimalValue(this.schemas, schema, order.facts);
    let holder: unknown = body;
    let at: unknown = schema ?? {};
    for (const token of path.slice(0, -1)) {
      at = this.#below(at, token, holder);
      holder = isObject(holder) || Array.isArray(holder) ? Reflect.get(holder, token) : undefined;
    }
    const flat = this.schemas.chosen(at);
    if (Array.isArray(holder)) {
      if (round > 1) holder.splice(Number(last), 1);
      else holder[Number(last)] = createMinimalValue(this.schemas, this.#below(at, last, holder), order.facts, last);
    } else if (isObject(holder)) {
      if (flat.required.has(last) && (flat.properties.has(last) || round > 2))
        holder[last] = createMinimalValue(this.schemas, flat.properties.get(last) ?? {}, order.facts, last);
      else delete holder[last];
    }
    return body;
  }

  #below(schema: unknown, token: string, holder: unknown): unknown {
    const flat = this.schemas.chosen(schema);
    if (Array.isArray(holder)) return flat.items ?? {};
    return flat.properties.get(token) ?? flat.keywords['additionalProperties'] ?? {};
  }
}

/** A string that contains a complete JSON body, to be sent without additional quotes. */
function asJson(value: unknown): unknown {
  return typeof value === 'string' ? new RawJson(stringifyJson(value)) : value;
}

const chosen = new WeakMap<DescribedResponse, Map<string, Described | undefined>>();
/** Maximum number of `Accept` values that are cached per response. */
const mostAccepted = 20;

function chosenType(response: DescribedResponse, { accept, isStreamed = false }: BodyOrder): Described | undefined {
  const known = remember(chosen, response, () => new Map());
  return rememberSome(known, `${isStreamed} ${accept}`, mostAccepted, () => {
    const usual = findJsonBody(response);
    const stream = isStreamed ? [...response.content].find(([type]) => isStreamingMediaType(type)) : undefined;
    if (stream !== undefined) return { type: stream[0], ...stream[1] };
    if (usual === undefined) return usual;
    const negotiated = negotiateMediaType(accept, [usual.type, ...response.content.keys()]);
    const entry = response.content.get(negotiated.offered);
    return entry === undefined ? usual : { ...entry, type: negotiated.type };
  });
}

function isAboutParameters(response: unknown): boolean {
  return isObject(response) && /\bparameters?\b/i.test(String(response['description'] ?? ''));
}
