import {
  type ApiContract,
  decodeBody,
  isObject,
  membersOf,
  type OpenApiDocument,
  type Operation,
  parseJson,
  parsePointer,
  resolveReference,
  stringifyJson,
} from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { matchRecordedCalls, type RecordedCall } from '../authoring/recorded-call.js';
import { RecordingError } from '../authoring/to-request-body.js';
import { readHar } from '../drift/har.js';
import { exportArchive } from './export-archive.js';

interface RecordConsumerOptions {
  /** The text of an HTTP archive. */
  readonly har: string;
  readonly consumer: string;
  readonly contracts: ContractsByApi;
  /** Base URLs of the APIs. If absent, any host matches. */
  readonly baseUrls?: readonly string[] | undefined;
  /** Response members that the consumer reads, by operation, as pointers with `*` for list items. */
  readonly reads?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The parts of one API that a consumer uses. */
export interface ConsumerContract {
  readonly api: string;
  readonly operations: readonly string[];
  /** A Pact file, version 3. */
  readonly pact: string;
  /** The description, reduced to the used parts. */
  readonly slice: OpenApiDocument;
}

/** Schema keywords that limit a value and contain no schema. */
const keywords = new Set([
  ...['type', 'format', 'enum', 'const', 'pattern', 'nullable', 'readOnly', 'writeOnly', 'default', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);
const maxDepth = 40;

/**
 * Lists the parts of each API that a consumer uses, according to its recorded calls. Without `reads`, it is assumed to
 * use every response member that it received.
 *
 * @throws InvalidArchiveError if the text is not an archive
 * @throws RecordingError if no call matches an API, or `reads` names an operation without calls
 */
export function recordConsumer(options: RecordConsumerOptions): ConsumerContract[] {
  const { har, consumer, contracts, baseUrls, reads = {} } = options;
  const { entries } = readHar(har);
  const calls = matchRecordedCalls(entries, contracts, baseUrls).calls.map((call) => trim(call, reads));
  if (calls.length === 0)
    throw new RecordingError(
      'No request in the recording matches an operation of these APIs; check --api and --base-url',
    );
  const { entries: listed } = membersOf(membersOf(parseJson(har.replace(/^\uFEFF/, '')))['log']);
  const raw: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const called = new Set(calls.map(({ operation }) => operation.operationId));
  const unused = Object.keys(reads).find((id) => !called.has(id));
  if (unused !== undefined)
    throw new RecordingError(`--reads names ${unused}, but the recording calls only ${[...called].join(', ')}`);
  return [...contracts].flatMap(([api, contract]): ConsumerContract[] => {
    const own = calls.filter(({ operation }) => operation.api === api);
    if (own.length === 0) return [];
    const slice = sliceDescription(contract, own);
    const archive = stringifyJson({ log: { entries: distinct(own).map((call) => toArchiveEntry(call, raw)) } });
    return [
      {
        api,
        operations: [...new Set(own.map(({ operation }) => operation.operationId))],
        pact: exportArchive(archive, { format: 'pact', title: api, consumer, lacks: () => {} }),
        slice: { ...slice, info: { ...slice.info, 'x-consumer': consumer } },
      },
    ];
  });
}

/** Removes the members of a successful response that the consumer does not read. */
function trim(call: RecordedCall, reads: Readonly<Record<string, readonly string[]>>): RecordedCall {
  const pointers = reads[call.operation.operationId];
  if (pointers === undefined || call.entry.status >= 400) return call;
  return {
    ...call,
    answer: pick(
      call.answer,
      pointers.map((pointer) => parsePointer(pointer)),
    ),
  };
}

function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  const below = (name: string) => paths.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
  if (Array.isArray(value)) return value.map((item: unknown) => pick(item, below('*')));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => below(name).length > 0);
  return Object.fromEntries(members.map(([name, member]) => [name, pick(member, below(name))]));
}

/** Returns one call for each operation, status and set of query parameters and body members. */
function distinct(calls: readonly RecordedCall[]): RecordedCall[] {
  const known = new Map<string, RecordedCall>();
  for (const call of calls) {
    const { operation, entry } = call;
    const body = new TextDecoder().decode(entry.requestBody).replaceAll(/:\s*("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+)/g, '');
    const key = [operation.operationId, entry.status, ...new URL(entry.url).searchParams.keys(), body].join(' ');
    if (!known.has(key)) known.set(key, call);
  }
  return [...known.values()];
}

/** Returns the recorded entry with only the response members that the consumer reads. */
function toArchiveEntry({ entry, answer }: RecordedCall, raw: readonly unknown[]): object {
  const whole: { response?: { content?: object } } = membersOf(raw[entry.index]);
  if (typeof answer !== 'object') return whole;
  const content = { ...whole.response?.content, text: stringifyJson(answer), encoding: undefined };
  return { ...whole, response: { ...whole.response, content } };
}

/** Reduces a description to the operations, parameters, statuses and body members of recorded calls. */
function sliceDescription({ document }: ApiContract, calls: readonly RecordedCall[]): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of new Set(calls.map((call) => call.operation))) {
    const own = calls.filter((call) => call.operation === operation);
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: sliceOperation(document, operation, own),
    };
  }
  const { openapi, info, components } = document;
  const { securitySchemes } = membersOf(components);
  return { openapi, info, paths, ...(securitySchemes === undefined ? {} : { components: { securitySchemes } }) };
}

function sliceOperation(document: OpenApiDocument, operation: Operation, calls: readonly RecordedCall[]): object {
  const { operationId, security, requestBody, path, method } = operation;
  const item = resolveReference(document, document.paths?.[path]) ?? {};
  const { responses } = membersOf(membersOf(item)[method.toLowerCase()]);
  const parameters = operation.parameters.flatMap(({ name, in: place, required, schema }) => {
    const isUsed = required || calls.some(({ entry }) => isSent(entry, place, name));
    return isUsed ? [{ name, in: place, required, schema: prune({ document, isSent: true }, schema, []) }] : [];
  });
  const sent = calls.flatMap(({ entry: { requestBody: body, requestHeaders } }) => {
    const decoded = decodeBody(body ?? new Uint8Array(), requestHeaders['content-type']);
    return body === undefined
      ? []
      : [{ headers: requestHeaders, body: 'value' in decoded ? decoded.value : undefined }];
  });
  const described = Object.entries(membersOf(responses)).flatMap(([status, each]) => {
    const response = resolveReference(document, each) ?? {};
    if (response['x-understudy-added'] === true) return [];
    const seen = calls.filter(({ entry }) => findStatus(operation, entry.status) === status);
    const received = seen.map(({ entry, answer }) => ({ headers: entry.responseHeaders, body: answer }));
    const content = sliceContent({ document, isSent: false }, response['content'], received);
    // Statuses without calls stay, so that a comparison does not report them as added.
    return [[status, { description: response['description'] ?? '', ...(seen.length === 0 ? {} : { content }) }]];
  });
  const content = sliceContent({ document, isSent: true }, requestBody?.content, sent);
  return {
    operationId,
    security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(sent.length === 0 ? {} : { requestBody: { required: requestBody?.required === true, content } }),
    responses: Object.fromEntries(described),
  };
}

function isSent({ url, requestHeaders }: RecordedCall['entry'], place: string, name: string): boolean {
  if (place === 'query') return [...new URL(url).searchParams.keys()].some((key) => key.split('[', 1)[0] === name);
  if (place === 'header') return Object.hasOwn(requestHeaders, name.toLowerCase());
  return place === 'path' || (requestHeaders['cookie'] ?? '').includes(`${name}=`);
}

/** Returns the documented status that covers a status. */
function findStatus({ statuses }: Operation, status: number): string | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return [`${status}`, range, range.toLowerCase(), 'default'].find((each) => statuses.includes(each));
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Side {
  readonly document: OpenApiDocument;
  /** True if the consumer sends the message. Members that were never sent are then removed. */
  readonly isSent: boolean;
}

function sliceContent(side: Side, content: unknown, messages: readonly Message[]): object {
  const entries = Object.entries(membersOf(content)).flatMap(([type, entry]) => {
    const escaped = type.split(';', 1)[0]?.replaceAll(/[.+?^$()|[\]\\{}]/g, '\\$&');
    const pattern = new RegExp(`^${escaped?.replaceAll('*', '.*')}$`, 'i');
    const own = messages.filter(({ headers }) => pattern.test(headers['content-type']?.split(';', 1)[0]?.trim() ?? ''));
    const values = own.map(({ body }) =>
      type.endsWith('urlencoded') && Array.isArray(body) ? Object.fromEntries(body) : body,
    );
    return own.length === 0 ? [] : [[type, { schema: prune(side, membersOf(entry)['schema'], values) }]];
  });
  return Object.fromEntries(entries);
}

/** Returns a schema without references that describes only the members of the values. */
function prune(side: Side, schema: unknown, values: readonly unknown[], depth = 0): object {
  const node = resolveReference(side.document, schema);
  if (node === undefined || depth > maxDepth) return {};
  const kept = Object.entries(node).filter(([keyword]) => keywords.has(keyword));
  const objects = values.filter(isObject);
  const within = (name: string) => objects.flatMap((value) => (Object.hasOwn(value, name) ? [value[name]] : []));
  const properties = Object.entries(isObject(node['properties']) ? node['properties'] : {}).flatMap(([name, each]) => {
    const inner = within(name);
    return inner.length === 0 ? [] : [[name, prune(side, each, inner, depth + 1)] as const];
  });
  const names = new Set(objects.flatMap((value) => Object.keys(value)));
  const required = [node['required'] ?? []].flat().filter((name) => names.has(String(name)));
  const items = values.flatMap((value) => (Array.isArray(value) ? value : []));
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    Array.isArray(node[keyword])
      ? [[keyword, node[keyword].map((each: unknown) => prune(side, each, values, depth + 1))]]
      : [],
  );
  const further = node['additionalProperties'];
  const others = [...names].filter((name) => !Object.hasOwn(membersOf(node['properties']), name)).flatMap(within);
  return {
    ...Object.fromEntries([...kept, ...branches]),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
    ...(items.length === 0 || node['items'] === undefined
      ? {}
      : { items: prune(side, node['items'], items, depth + 1) }),
    ...(objects.length === 0 || !side.isSent ? {} : { propertyNames: { enum: [...names] } }),
    // A consumer ignores members that it does not use.
    ...(objects.length === 0
      ? {}
      : { additionalProperties: isObject(further) ? prune(side, further, others, depth + 1) : true }),
  };
}
