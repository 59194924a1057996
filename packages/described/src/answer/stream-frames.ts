import { setImmediate as nextTurn } from 'node:timers/promises';
import { cloneJson, isObject, membersOf, stringifyJson } from '@understudy/contract';
import { listRanked, type SchemaReader } from '@understudy/model';
import type { ValueFacts } from './create-minimal-value.js';
import { shapeValue } from './show-stored.js';

interface StreamOrder {
  readonly type: string;
  /** The schema of one item. */
  readonly schema: unknown;
  /** The described example of the whole stream. */
  readonly example?: string;
  /** The whole response without streaming, or the items. */
  readonly whole: unknown;
  /** True if `[DONE]` terminates the stream. */
  readonly isMarked?: boolean | undefined;
  /** True if an item contains only the new part. Its `message` is then called `delta`. */
  readonly isDelta?: boolean | undefined;
  readonly facts: ValueFacts;
}

/**
 * Streams a response as server-sent events, JSON lines or a JSON sequence. Sends one frame per turn of the event loop.
 */
export function streamFrames(schemas: SchemaReader, order: StreamOrder): AsyncIterable<string> {
  // The frames in an example are separated by empty lines or line breaks.
  const frames = () => order.example?.split(/(?<=\n\r?\n)|(?<=\n)(?=\{)/) ?? framesOf(schemas, order);
  return { [Symbol.asyncIterator]: () => sendInTurn(frames()) };
}

async function* sendInTurn(frames: Iterable<string>): AsyncGenerator<string> {
  for (const frame of frames) {
    yield frame;
    await nextTurn();
  }
}

function* framesOf(schemas: SchemaReader, order: StreamOrder): Generator<string> {
  const members = [...schemas.chosen(order.schema).properties.keys()];
  const isFrame = members.includes('data') && members.every((name) => frameFields.includes(name));
  for (const whole of itemsOf(schemas, order)) {
    const item = order.isDelta === true ? asDelta(schemas, whole) : whole;
    if (order.type === 'application/json-seq') yield `\u001E${stringifyJson(item)}\n`;
    else if (order.type !== 'text/event-stream') yield `${stringifyJson(item)}\n`;
    else yield eventOf(isFrame && isObject(item) ? item : { event: kindOf(schemas, order, item), data: item });
  }
  if (order.isMarked && order.type === 'text/event-stream') yield 'data: [DONE]\n\n';
}

const frameFields = ['event', 'id', 'retry', 'data'];

/** Renames `message` to `delta`, with the role of the assistant, as clients of chat APIs expect. */
function asDelta(schemas: SchemaReader, value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => asDelta(schemas, item, depth + 1));
  const means = (name: string) => schemas.names.get(name)?.stream;
  if (!isObject(value) || depth > 4 || Object.keys(value).some((name) => means(name) === 'delta')) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    means(name) === 'message' && isObject(member) ? 'delta' : name,
    means(name) === 'role' && typeof member === 'string' ? 'assistant' : asDelta(schemas, member, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** Formats one server-sent event. Data with several lines becomes one `data` field per line. */
function eventOf(fields: Readonly<Record<string, unknown>>): string {
  const lines = frameFields.flatMap((name) => {
    const value = fields[name];
    if (value === undefined || value === null) return [];
    const text = typeof value === 'object' ? stringifyJson(value) : String(value);
    return text.split(/\r\n|\r|\n/).map((line) => `${name}: ${line}`);
  });
  return `${lines.join('\n')}\n\n`;
}

/** The event name, if there are several event types. */
function kindOf(schemas: SchemaReader, { schema }: StreamOrder, item: unknown): unknown {
  const { type }: { type?: unknown } = membersOf(item);
  return schemas.flat(schema).alternatives.length > 1 && typeof type === 'string' ? type : undefined;
}

function* itemsOf(schemas: SchemaReader, order: StreamOrder): Generator<unknown> {
  const { whole, facts } = order;
  const flat = schemas.chosen(order.schema);
  const schema = flat.types.includes('array') ? flat.items : order.schema;
  if (Array.isArray(whole)) {
    for (const item of whole) yield shapeValue(schemas, item, schema, facts);
    return;
  }
  const { alternatives } = schemas.flat(schema);
  const text = findText(schemas, whole);
  const kinds = alternatives.length > 1 ? inOrder(schemas, alternatives) : [schema];
  for (const kind of kinds.length > 0 ? kinds : [schema]) yield* piecesOf(schemas, kind, { whole, text, facts });
}

/** The first event type of each phase, in the order of the phases. Failure events belong to no phase. */
function inOrder(schemas: SchemaReader, alternatives: readonly unknown[]): unknown[] {
  const byPhase = new Map<number, unknown>();
  for (const each of alternatives) {
    const { phase } = schemas.names.get(kindName(schemas, each)) ?? {};
    if (phase !== undefined && !byPhase.has(phase)) byPhase.set(phase, each);
  }
  return [...byPhase].sort(([one], [other]) => one - other).map(([, each]) => each);
}

function kindName(schemas: SchemaReader, schema: unknown): string {
  const { keywords } = schemas.chosen(schemas.chosen(schema).properties.get('type'));
  return String(keywords['const'] ?? (Array.isArray(keywords['enum']) ? keywords['enum'][0] : ''));
}

/** A single item. If an item carries text, one item per word and a final one. */
function* piecesOf(
  schemas: SchemaReader,
  schema: unknown,
  { whole, text, facts }: { whole: unknown; text: string; facts: ValueFacts },
): Generator<unknown> {
  const { properties } = schemas.chosen(schema);
  const holder = [...properties].find(
    ([name, each]) => name !== 'data' && schemas.chosen(each).properties.has('id'),
  )?.[0];
  const isHeld = isObject(whole) && holder !== undefined && !Object.hasOwn(whole, holder);
  const given = isHeld ? { ...whole, [holder]: whole } : whole;
  const path = textPath(schemas, schema);
  const words = path === undefined ? [] : (text.match(/\s*\S+/g) ?? []);
  const pieces: (string | undefined)[] = words.slice(0, mostPieces - 1);
  if (words.length >= mostPieces) pieces.push(words.slice(mostPieces - 1).join(''));
  // The final item of a nested text omits the text. If the text is a direct member, another event ends it.
  if (path === undefined || path.length > 1 || pieces.length === 0) pieces.push(undefined);
  for (const [index, piece] of pieces.entries()) {
    let item = cloneJson(shapeValue(schemas, given, schema, facts));
    if (path !== undefined && words.length > 0) {
      setAt(schemas, item, { path, text: piece });
      // The object around the text can have additional required members.
      item = shapeValue(schemas, item, schema, facts);
    }
    markEnd(schemas, item, index === pieces.length - 1);
    yield item;
  }
}

const mostPieces = 200;

/** The members that contain text, the most suitable first. */
function textNames(schemas: SchemaReader, names: Iterable<string>): string[] {
  return listRanked(names, (name) => schemas.names.get(name)?.streamText);
}

/** Returns the path to the text in an item. */
function textPath(schemas: SchemaReader, schema: unknown, depth = 0): string[] | undefined {
  if (depth > 5) return undefined;
  const flat = schemas.chosen(schema);
  if (flat.types.includes('array')) {
    const below = textPath(schemas, flat.items, depth + 1);
    return below === undefined ? undefined : ['0', ...below];
  }
  const own = [...flat.properties].filter(([, property]) => schemas.chosen(property).types.includes('string'));
  const [named] = textNames(
    schemas,
    own.map(([name]) => name),
  );
  if (named !== undefined) return [named];
  for (const [name, property] of flat.properties) {
    const below = textPath(schemas, property, depth + 1);
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
}

/** Finds the first text in a response, at any depth. */
function findText(schemas: SchemaReader, value: unknown, depth = 0): string {
  if (depth > 6 || typeof value !== 'object' || value === null) return '';
  const own: unknown[] = textNames(schemas, Object.keys(value)).map((name) => Reflect.get(value, name));
  const named = own.find((each) => typeof each === 'string' && each !== '');
  if (named !== undefined) return String(named);
  for (const inner of Object.values(value)) {
    const below = findText(schemas, inner, depth + 1);
    if (below !== '') return below;
  }
  return '';
}

function setAt(
  schemas: SchemaReader,
  item: unknown,
  { path, text }: { readonly path: readonly string[]; readonly text: string | undefined },
): void {
  let holder: unknown = item;
  for (const [index, name] of path.slice(0, -1).entries()) {
    if (typeof holder !== 'object' || holder === null) return;
    if (Array.isArray(holder)) holder.length = Math.min(1, holder.length);
    const next: unknown = Reflect.get(holder, name);
    if (typeof next !== 'object' || next === null)
      Reflect.set(holder, name, /^\d+$/.test(path[index + 1] ?? '') ? [] : {});
    holder = Reflect.get(holder, name);
  }
  if (typeof holder !== 'object' || holder === null) return;
  const last = path.at(-1) ?? '';
  // The last delta has no text. Other texts become empty strings.
  const { stream: above } = schemas.names.get(path.at(-2) ?? '') ?? {};
  if (text === undefined && (above === 'delta' || above === 'message')) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, text ?? '');
}

function reasonOf(value: unknown): unknown {
  return typeof value === 'string' && /^[a-z]+(?:_[a-z]+)*$/.test(value) ? value : 'stop';
}

/** Sets the members about the end of the stream, on the last item only. */
function markEnd(schemas: SchemaReader, item: unknown, isLast: boolean, depth = 0): void {
  if (typeof item !== 'object' || item === null || depth > 4) return;
  for (const [name, value] of Object.entries(item)) {
    const { stream } = schemas.names.get(name) ?? {};
    if (stream === 'end' && typeof value === 'boolean') Reflect.set(item, name, isLast);
    else if (stream === 'reason') Reflect.set(item, name, isLast ? reasonOf(value) : null);
    else markEnd(schemas, value, isLast, depth + 1);
  }
}
