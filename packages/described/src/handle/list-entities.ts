import { stringifyJson } from '@understudy/contract';
import { httpSettings } from '@understudy/kernel';
import { type DescriptionNames, getMember, type ListPlan, normalizeName } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import {
  type HandlerResult,
  type ResourceCall,
  readObjectBody,
  readSource,
  rejectMissingParent,
} from './api-runtime.js';
import { compareMembers } from './behavior/compare-members.js';
import { listSelecting, selectRecords, selectsByModel, showRecords } from './behavior/select-records.js';
import { createListMetadata, type EntityPage } from './create-list-metadata.js';
import { createResponse } from './create-response.js';
import type { StoredEntity } from './entity-store.js';
import { remarkOnIgnored } from './ignored-parameters.js';
import { hasLabels, isLike, meansAll, withNested } from './match-values.js';
import { respondFromDescription } from './respond-from-description.js';
import { contains, storedEntities } from './stored-entities.js';

/** Lists the requested page of entities in the requested order. */
export async function listEntities(call: ResourceCall): Promise<HandlerResult> {
  const { input, plan, served, context } = call;
  const missing = await rejectMissingParent(call);
  if (missing !== undefined) return missing;
  const asked = withOffset(plan.list ?? { filters: {} });
  const undescribed = plan.list?.offset === asked.offset ? {} : readOwnOffset(call);
  // A remote procedure call sends its parameters in the body.
  const query = withNested(asked, { ...undescribed, ...readObjectBody(input.body), ...input.query });
  const size = sizeOf(asked, query);
  const start = startOf(asked, query, size);
  // If no operation creates entities, the list is empty unless there is a seed, and the example is the only page.
  const isFirst = start.skip === 0 && start.after === undefined;
  if (isFirst && !call.resource.kept && plan.list?.across !== true && (await call.store.list()).length === 0)
    return await respondFromDescription(call);
  const remark = remarkOnIgnored(plan, served.plan, input.query);
  if (remark !== undefined) context.note(remark);
  const unknown = await findUnknownToken(call, asked, query);
  if (unknown !== undefined) return inferredErrors.unknownPageToken(...unknown);
  const page =
    plan.scope === undefined && isPlain(asked, query) && !selectsByModel(call, query)
      ? await readPage(call, start.skip, Math.min(size, 1_000_000))
      : await selectPage(call, asked, query, { start, size });
  const shown: EntityPage = {
    ...page,
    skip: 'skip' in page && typeof page.skip === 'number' ? page.skip : start.skip,
    size,
  };
  const { beside, headers } = createListMetadata(call, asked, shown);
  const { key: name } = call.resource;
  const keyOf = ({ key, fields }: StoredEntity) => (name === undefined ? key : (getMember(fields, name) ?? key));
  const entity = shown.entities.map((each) => (plan.shows === 'key' ? keyOf(each) : each.fields));
  return createResponse(call, { entity, beside, headers });
}

/** The parameter for links to other pages, if the description has none. */
const ownOffset = 'offset';
const defaultSize = 30;

function readOwnOffset({ context }: ResourceCall): Query {
  const { searchParams } = new URL(`${context.baseUrl}${context.request.url}`);
  return { [ownOffset]: searchParams.get(ownOffset) ?? undefined };
}

/** Adds an offset to a list that has a page size but no described parameter to select a page. */
function withOffset(list: ListPlan): ListPlan {
  const { size, page, offset, cursor } = list;
  return size === undefined || (page ?? offset ?? cursor) !== undefined ? list : { ...list, offset: ownOffset };
}

async function readPage(call: ResourceCall, skip: number, size: number) {
  const { entities, total } = await call.store.page(skip, size);
  return { entities: showRecords(call, entities), total };
}

/** Filters and sorts the entities, and returns the requested page. Computes members only for that page. */
async function selectPage(
  call: ResourceCall,
  asked: ListPlan,
  query: Query,
  { start, size }: { readonly start: Start; readonly size: number },
) {
  const stored = await storedEntities(call);
  const isComputed = selectsByComputed(call, asked, query);
  const all = isComputed ? showRecords(call, stored) : stored;
  const selected = selectRecords(call, query, filtered(call, asked, query, all));
  const page = cut(ordered(call, asked, query, selected), start, size);
  return isComputed ? page : { ...page, entities: showRecords(call, page.entities) };
}

/** Returns whether filters or the order depend on computed members. */
function selectsByComputed(call: ResourceCall, asked: ListPlan, query: Query): boolean {
  const { resource, session } = call;
  const { changing = new Set() } = session.behaviorOf(resource) ?? {};
  const selecting = listSelecting(call, query);
  if (selecting === undefined) return true;
  const { filters, refersTo, refers, condition, search, labels, since } = asked;
  const filtering = Object.keys(filters).flatMap((name) => (query[name] === undefined ? [] : (filters[name] ?? [])));
  const readsAll =
    refers !== undefined ||
    filtering.some((member) => member === resource.key) ||
    [condition, search, labels, since].some((name) => name !== undefined && query[name] !== undefined);
  const { member } = readOrder(call, asked, query);
  const members = [...selecting, ...filtering, refersTo?.member ?? '', member ?? ''];
  return changing.size > 0 && (readsAll || members.some((each) => changing.has(each.split('.')[0] ?? '')));
}

type Query = Readonly<Record<string, unknown>>;

function numberOf(query: Query, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : query[name];
  const number = typeof value === 'object' || value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function sizeOf({ size, page, cursor, pageSize }: ListPlan, query: Query): number {
  const asked = numberOf(query, size);
  if (asked !== undefined && asked >= 0) return Math.floor(asked);
  const isPaged = size !== undefined || page !== undefined || cursor !== undefined;
  return isPaged ? (pageSize ?? defaultSize) : Number.POSITIVE_INFINITY;
}

/** The start of a page. */
interface Start {
  readonly skip: number;
  /** Key of the entity before the page. */
  readonly after?: string;
  /** Key of the entity after the page. */
  readonly before?: string;
}

function startOf({ page, offset, cursor, before, first = 1 }: ListPlan, query: Query, size: number): Start {
  const after = cursor === undefined ? undefined : query[cursor];
  if (typeof after === 'string' && after !== '') return { skip: 0, after };
  const until = before === undefined ? undefined : query[before];
  if (typeof until === 'string' && until !== '') return { skip: 0, before: until };
  // A default of 0 does not count if the request selects a page in another way.
  const skip = numberOf(query, offset) ?? 0;
  if (skip > 0) return { skip: Math.floor(skip) };
  const number = Math.max(1, (numberOf(query, page) ?? first) + 1 - first);
  return { skip: number === 1 ? 0 : Math.floor((number - 1) * Math.min(size, 1_000_000)) };
}

/** Finds a page token, with its parameter, that is not from a page of this list. A deleted entity counts as listed. */
async function findUnknownToken(call: ResourceCall, { cursor, before, tokens = [] }: ListPlan, query: Query) {
  if (call.context.settings.of(httpSettings.unknownIds) === 'invent') return undefined;
  for (const name of [cursor, before]) {
    const token = name === undefined ? undefined : query[name];
    if (name === undefined || typeof token !== 'string' || token === '' || !tokens.includes(name)) continue;
    const { keywords } = call.schemas.chosen(call.plan.operation.parameters.find((each) => each.name === name)?.schema);
    if (keywords['default'] === token || (await call.store.get(token)) !== undefined) continue;
    const all = await storedEntities(call);
    if (!all.some(({ key }) => key === token)) return [name, token] as const;
  }
  return undefined;
}

/** Returns whether the request neither filters nor sorts, so that only the page has to be read. */
function isPlain(
  {
    filters,
    across,
    refers,
    refersTo,
    page,
    size,
    offset,
    pageSize,
    newestFirst,
    next,
    first,
    tokens,
    ...selects
  }: ListPlan,
  query: Query,
): boolean {
  if (across === true || refers !== undefined || refersTo !== undefined || newestFirst === true) return false;
  const names = [...Object.keys(filters), ...Object.values(selects)];
  return names.every((name) => name === undefined || query[name] === undefined);
}

function filtered(
  { input, schemas, served, resource, plan }: ResourceCall,
  asked: ListPlan,
  query: Query,
  entities: readonly StoredEntity[],
): readonly StoredEntity[] {
  let left = entities;
  const { names } = schemas;
  const { refersTo } = asked;
  if (refersTo !== undefined) {
    const owner = String(readSource(refersTo.source, input));
    left = left.filter(({ fields }) => isLike(names, getMember(fields, refersTo.member), [owner]));
  }
  for (const source of asked.refers ?? []) {
    const owner = readSource(source, input);
    left = left.filter(({ fields }) => contains(fields, String(owner)));
  }
  for (const [name, property] of Object.entries(asked.filters)) {
    const wanted = query[name];
    if ((wanted ?? undefined) === undefined || meansAll(schemas, resource.schema, property, wanted)) continue;
    const described = plan.operation.parameters.find((parameter) => parameter.name === name);
    const isDefault = schemas.chosen(described?.schema).keywords['default'] === wanted;
    if (isDefault && wanted === 'none') continue;
    // A default, or a required value for a member that no request sets, does not exclude entities without that member.
    const isAny = isDefault || (described?.required === true && !resource.writable.has(property));
    left = left.filter(({ fields }) => {
      const value = getMember(fields, property);
      // The key of an entity also selects its replies.
      const isReply =
        property === resource.key &&
        Object.entries(fields ?? {}).some(
          ([each, own]) =>
            names.get(each)?.isReplyTo === true && each.endsWith(`_${property}`) && isLike(names, own, wanted),
        );
      return (value === undefined && isAny) || isLike(names, value, wanted) || isReply;
    });
  }
  for (const name of [asked.condition, asked.search]) {
    const text = name === undefined ? undefined : query[name];
    if (typeof text !== 'string' || text === '') continue;
    const terms = termsOf(text, schemas.chosen(resource.schema).properties);
    left = left.filter(({ fields }) =>
      terms.length > 0 || name === asked.condition
        ? terms.every(([member, value]) => isLike(names, getMember(fields, member), [value]))
        : stringifyJson(Object.values({ ...fields }))
            .toLowerCase()
            .includes(text.toLowerCase()),
    );
  }
  const labels = asked.labels === undefined ? undefined : query[asked.labels];
  if (typeof labels === 'string') left = left.filter(({ fields }) => hasLabels(names, fields, labels));
  const since = asked.since === undefined ? Number.NaN : Date.parse(String(query[asked.since]));
  if (!Number.isNaN(since)) left = left.filter(({ fields }) => changedAt(served.plan.schemas.names, fields) >= since);
  return left;
}

/** Returns the terms of a search by members, such as `email:'a@b.example' AND name:'Ada'`. Empty for plain text. */
function termsOf(text: string, names: ReadonlyMap<string, unknown>): (readonly [string, string])[] {
  const terms = [
    ...text.slice(0, 1000).matchAll(/(?<![\w.])([\w.]{1,100})\s?[:=~]=?\s?(?:"([^"]*)"|'([^']*)'|([^\s'"]+))/g),
  ];
  return terms.flatMap(([, name = '', first, second, third]) =>
    names.has(name.split('.')[0] ?? '') ? [[name, first ?? second ?? third ?? ''] as const] : [],
  );
}

function changedAt(names: DescriptionNames, fields: Query = {}): number {
  const stamps = Object.entries(fields).filter(([name]) => names.get(name)?.isStamp === true);
  return Math.max(...stamps.map(([, value]) => (typeof value === 'number' ? value * 1000 : Date.parse(String(value)))));
}

/** Reads the sort order from the request. */
function readOrder({ schemas, resource, served, plan }: ResourceCall, asked: ListPlan, query: Query) {
  const given = asked.sort === undefined ? undefined : query[asked.sort];
  const by = String(Array.isArray(given) ? given[0] : (given ?? ''));
  const named = served.plan.behavior.operations.get(plan.operation.operationId)?.statement.orders ?? {};
  if (Object.hasOwn(named, by)) return { isDown: false, isReversed: false };
  const way = String(asked.direction === undefined ? '' : (query[asked.direction] ?? ''));
  const [, sign = '', word = '', ending = ''] = /^([-+]?)(.*?)(?:[ :,.](asc|desc)\w*)?$/i.exec(by) ?? [];
  const names = [...schemas.chosen(resource.schema).properties.keys()];
  const wanted = [normalizeName(word), `${normalizeName(word)}at`];
  const member = word === '' ? undefined : names.find((name) => wanted.includes(normalizeName(name)));
  const isDown = sign === '-' || /^desc/i.test(ending) || /^desc/i.test(way);
  const isReversed = asked.newestFirst === true ? !/^asc/i.test(way) : isDown && asked.direction !== undefined;
  return { member, isDown, isReversed };
}

function ordered(
  call: ResourceCall,
  asked: ListPlan,
  query: Query,
  entities: readonly StoredEntity[],
): readonly StoredEntity[] {
  const { member, isDown, isReversed } = readOrder(call, asked, query);
  if (member === undefined) return isReversed ? [...entities].reverse() : entities;
  const turn = isDown ? -1 : 1;
  const behavior = call.session.behaviorOf(call.resource);
  return [...entities].sort((one, other) => {
    const difference = compareMembers(behavior, member, [one.fields, other.fields]);
    return turn * (difference === 0 ? one.order - other.order : difference);
  });
}

function cut(entities: readonly StoredEntity[], { skip, after, before }: Start, size: number) {
  const until = before === undefined ? -1 : entities.findIndex(({ key }) => key === before);
  const found = after === undefined ? -1 : entities.findIndex(({ key }) => key === after);
  // An unknown cursor gives an empty last page, so that clients stop.
  const from =
    before !== undefined
      ? Math.max(0, until - size)
      : after === undefined
        ? skip
        : found < 0
          ? entities.length
          : found + 1;
  const end = before === undefined ? from + size : Math.max(0, until);
  return { entities: entities.slice(from, end), total: entities.length, skip: from };
}
