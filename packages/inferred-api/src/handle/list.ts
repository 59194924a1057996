import type { ListPlan } from '../infer/list-plan.js';
import { plainName } from '../infer/words.js';
import type { Schemas } from '../schema/flat-schema.js';
import type { StoredEntity } from './entity-store.js';
import { listMetadata, type Page } from './list-metadata.js';
import { reply } from './reply.js';
import { type Call, missingParent, type Result } from './served.js';

const defaultPageSize = 30;

/** Lists things: those that the query asks for, in the order that it asks for, a page of them. */
export async function list(call: Call): Promise<Result> {
  const { things, input, plan } = call;
  const missing = await missingParent(call);
  if (missing !== undefined) return missing;
  const asked = plan.list ?? { filters: {} };
  const size = sizeOf(asked, input.query);
  const start = startOf(asked, input.query, size);
  const page = isPlain(asked, input.query)
    ? await things.page(start.skip, Math.min(size, 1_000_000))
    : cut(ordered(call, asked, filtered(call, asked, await things.list())), start, size);
  const shown: Page = { ...page, skip: 'skip' in page && typeof page.skip === 'number' ? page.skip : start.skip, size };
  const { beside, headers } = listMetadata(call, asked, shown);
  return reply(call, { thing: shown.things.map(({ fields }) => fields), beside, headers });
}

type Query = Readonly<Record<string, unknown>>;

function numberOf(query: Query, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : query[name];
  const number = typeof value === 'object' || value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function sizeOf({ size, page, cursor }: ListPlan, query: Query): number {
  const asked = numberOf(query, size);
  if (asked !== undefined && asked >= 0) return Math.floor(asked);
  return size === undefined && page === undefined && cursor === undefined ? Number.POSITIVE_INFINITY : defaultPageSize;
}

function startOf({ page, offset, cursor }: ListPlan, query: Query, size: number): { skip: number; after?: string } {
  const after = cursor === undefined ? undefined : query[cursor];
  if (typeof after === 'string' && after !== '') return { skip: 0, after };
  const skip = numberOf(query, offset);
  if (skip !== undefined) return { skip: Math.max(0, Math.floor(skip)) };
  const number = Math.max(1, numberOf(query, page) ?? 1);
  return { skip: number === 1 ? 0 : Math.floor((number - 1) * Math.min(size, 1_000_000)) };
}

/** Whether the things are wanted as they were made, so that no more of them is read than is shown. */
function isPlain({ filters, sort, direction, search, since, cursor }: ListPlan, query: Query): boolean {
  const names = [...Object.keys(filters), sort, direction, search, since, cursor];
  return names.every((name) => name === undefined || query[name] === undefined);
}

function filtered(
  { input, served, resource }: Call,
  asked: ListPlan,
  things: readonly StoredEntity[],
): readonly StoredEntity[] {
  const { query } = input;
  const { schemas } = served.bodies;
  let left = things;
  for (const [name, property] of Object.entries(asked.filters)) {
    const wanted = query[name];
    if (wanted === undefined || meansAll(schemas, resource.schema, property, wanted)) continue;
    left = left.filter(({ fields }) => isLike(fields?.[property], wanted));
  }
  const text = asked.search === undefined ? undefined : query[asked.search];
  if (typeof text === 'string' && text !== '') {
    left = left.filter(({ fields }) =>
      JSON.stringify(Object.values({ ...fields }))
        .toLowerCase()
        .includes(text.toLowerCase()),
    );
  }
  const since = asked.since === undefined ? Number.NaN : Date.parse(String(query[asked.since]));
  if (!Number.isNaN(since)) left = left.filter(({ fields }) => changedAt(fields) >= since);
  return left;
}

/** `all` and `*` ask for nothing in particular, unless a thing can be just that. */
function meansAll(schemas: Schemas, schema: unknown, property: string, wanted: unknown): boolean {
  const values = schemas.chosen(schemas.chosen(schema).properties.get(property)).keywords['enum'];
  return ['all', '*', 'any', ''].includes(String(wanted)) && !(Array.isArray(values) && values.includes(wanted));
}

/** Whether a member is one of what is wanted; of a list, whether it has all that is. */
function isLike(value: unknown, wanted: unknown): boolean {
  const texts = (Array.isArray(wanted) ? wanted : String(wanted).split(',')).map((each) => String(each).trim());
  if (Array.isArray(value)) {
    const names = value.map(nameOf);
    return Array.isArray(wanted)
      ? texts.some((text) => names.includes(text))
      : texts.every((text) => names.includes(text));
  }
  return texts.includes(nameOf(value));
}

/** What a thing among the members of another is called. */
function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, login, id, key, title } = Object(value);
  return String(name ?? login ?? key ?? title ?? id);
}

function changedAt(fields: Query = {}): number {
  const stamps = Object.entries(fields).filter(([name]) => /^(last)?(updated|modified|created)/.test(plainName(name)));
  return Math.max(...stamps.map(([, value]) => (typeof value === 'number' ? value * 1000 : Date.parse(String(value)))));
}

function ordered(
  { input, served, resource }: Call,
  asked: ListPlan,
  things: readonly StoredEntity[],
): readonly StoredEntity[] {
  const given = asked.sort === undefined ? undefined : input.query[asked.sort];
  const by = String(Array.isArray(given) ? given[0] : (given ?? ''));
  const way = String(asked.direction === undefined ? '' : (input.query[asked.direction] ?? ''));
  const [, sign = '', word = '', ending = ''] = /^([-+]?)(.*?)(?:[ :,.](asc|desc)\w*)?$/i.exec(by) ?? [];
  const names = [...served.bodies.schemas.chosen(resource.schema).properties.keys()];
  const wanted = [plainName(word), `${plainName(word)}at`];
  const property = word === '' ? undefined : names.find((name) => wanted.includes(plainName(name)));
  const isDown = sign === '-' || /^desc/i.test(ending) || /^desc/i.test(way);
  if (property === undefined) return isDown && asked.direction !== undefined ? [...things].reverse() : things;
  const turn = isDown ? -1 : 1;
  return [...things].sort((one, other) => {
    const difference = compare(one.fields?.[property], other.fields?.[property]);
    return turn * (difference === 0 ? one.order - other.order : difference);
  });
}

/** Numbers by size, texts by their characters; what is missing comes first. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [one, other].map((value) => (value === undefined || value === null ? '' : String(value)));
  return first === second ? 0 : String(first) < String(second) ? -1 : 1;
}

function cut(things: readonly StoredEntity[], { skip, after }: { skip: number; after?: string }, size: number) {
  const found = after === undefined ? -1 : things.findIndex(({ key }) => key === after);
  const from = after === undefined ? skip : found + 1;
  return { things: things.slice(from, from + size), total: things.length, skip: from };
}
