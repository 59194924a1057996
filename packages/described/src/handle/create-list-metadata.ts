import { isObject } from '@understudy/contract';
import {
  type DescriptionNames,
  type FlatSchema,
  findJsonBody,
  findResponse,
  type ListPlan,
  type PageName,
  type PageValue,
  type SchemaReader,
  type Shape,
  setMember,
} from '@understudy/model';
import { toScalarOf } from '../answer/shape-value.js';
import type { ResourceCall } from './api-runtime.js';
import type { StoredEntity } from './entity-store.js';

/** The page that a list response contains. */
export interface EntityPage {
  readonly entities: readonly StoredEntity[];
  readonly total: number;
  readonly skip: number;
  /** Infinite if the list has no pages. */
  readonly size: number;
}

/** The context of a list, for creating links to its other pages. */
type Place = Pick<ResourceCall, 'context' | 'served'> & { readonly asked: ListPlan };

/**
 * Creates the members and headers of a list response other than its items: counts, and links to other pages. The last
 * page has no next link.
 */
export function createListMetadata(call: ResourceCall, asked: ListPlan, page: EntityPage) {
  const { plan, schemas } = call;
  const response = findResponse(plan.responses, plan.statuses[0] ?? 200);
  const place = { context: call.context, served: call.served, asked };
  const beside =
    plan.wrapped.length === 0 ? {} : pageMembers(schemas.shape(findJsonBody(response)?.schema), place, page);
  const headers: Record<string, string> = {};
  for (const name of Object.keys(response?.headers ?? {})) {
    const says = call.served.plan.schemas.names.get(name)?.listHeader;
    const links = says === 'links' ? linkHeader(place, page) : '';
    if (links !== '') headers[name] = links;
    if (says === 'total') headers[name] = String(page.total);
    if (says === 'pages') headers[name] = String(lastPage(page));
  }
  const stated = call.served.plan.behavior.operations.get(plan.operation.operationId)?.page;
  if (stated !== undefined) {
    const values = describePage(place, page);
    for (const [name, value] of stated.show) setMember(beside, name, call.session.evaluate(value, values));
    for (const [name, value] of stated.headers) {
      const text = toHeader(call.session.evaluate(value, values));
      if (text !== '') headers[name] = text;
    }
  }
  return { beside, headers };
}

/** The values that expressions about a page can use. */
function describePage(place: Place, page: EntityPage) {
  const { asked } = place;
  const { entities, total, skip, size } = page;
  const isMore = skip + entities.length < total && entities.length > 0;
  const number = numberOf(page);
  const [first, pages] = [asked.first ?? 1, lastPage(page)];
  const isByCursor = asked.cursor !== undefined && asked.page === undefined && asked.offset === undefined;
  const at = (target: number) =>
    isByCursor
      ? entities.at(target > number ? -1 : 0)?.key
      : asked.page === undefined
        ? (target - 1) * size
        : target - 1 + first;
  const links = {
    first: pageAddress(place, page, 1),
    previous: skip > 0 ? pageAddress(place, page, number - 1) : null,
    next: isMore ? pageAddress(place, page, number + 1) : null,
    last: isByCursor ? null : pageAddress(place, page, pages),
  };
  return {
    ...{ first, pages, total, links },
    page: number - 1 + first,
    size: Number.isFinite(size) ? size : total,
    count: entities.length,
    offset: skip,
    more: isMore,
    next: isMore ? (at(number + 1) ?? null) : null,
    previous: skip > 0 ? (at(number - 1) ?? null) : null,
  };
}

/** Formats a value as a header: links as in RFC 8288. */
function toHeader(value: unknown): string {
  if (!isObject(value)) return value === null || value === undefined ? '' : String(value);
  const names: Readonly<Record<string, string>> = { previous: 'prev' };
  const links = Object.entries(value).filter(([, address]) => typeof address === 'string');
  return links.map(([name, address]) => `<${String(address)}>; rel="${names[name] ?? name}"`).join(', ');
}

function pageMembers({ flat, members }: Shape, place: Place, page: EntityPage, depth = 0): Record<string, unknown> {
  const { entities, total, skip, size } = page;
  const isMore = skip + entities.length < total && entities.length > 0;
  const number = numberOf(page);
  const { names } = place.served.plan.schemas;
  const isTotalTold = [...members.keys()].some((name) => names.get(name)?.page?.isTotal === true);
  const values: Readonly<Record<PageValue, unknown>> = {
    total,
    count: isTotalTold ? entities.length : total,
    page: number - 1 + (place.asked.first ?? 1),
    size: Number.isFinite(size) ? size : total,
    pages: lastPage(page),
    more: isMore,
    done: !isMore,
    start: skip === 0,
    earlier: skip > 0,
    offset: skip,
    end: Math.max(0, skip + entities.length - 1),
    remaining: isMore ? total - skip - entities.length : null,
  };
  const beside: Record<string, unknown> = {};
  for (const [name, member] of members) {
    const { holds, leads, says, address, inText, inLink }: PageName = names.get(name)?.page ?? {};
    const own = member.flat;
    const { nullable } = member.whole;
    const isText = own.types.includes('string');
    // The value of a link that leads to no page, if the member is required.
    const none = nullable ? null : flat.required.has(name) ? nothing(own) : undefined;
    const value = says === undefined ? undefined : values[says];
    if (own.properties.size > 0 && depth < 2 && holds) {
      beside[name] = pageMembers(member, place, page, depth + 1);
    } else if (leads === 'onward' || name === place.asked.next) {
      const next = isMore ? leadTo('next', name, own, place, page) : none;
      if (next !== undefined) beside[name] = next;
    } else if (leads === 'backward') {
      const previous = skip > 0 ? leadTo('previous', name, own, place, page) : none;
      if (previous !== undefined) beside[name] = previous;
    } else if (address === 'list' && isText) {
      const url = `${place.context.baseUrl}${place.context.request.url.replace(/\?.*$/, '')}`;
      const isPath = String(own.keywords['pattern'] ?? '').startsWith('^/');
      beside[name] = isPath ? url.slice(place.context.baseUrl.length) : url;
    } else if (
      address !== undefined &&
      ((inText && isText) || (inLink && findAddressMember(names, own) !== undefined))
    ) {
      const target = address === 'first' ? 1 : address === 'last' ? lastPage(page) : number;
      beside[name] = linkFor(name, place, page, target);
    } else if (says !== undefined && (value !== null || nullable)) beside[name] = value;
    const fitting = fitMember(names, own, beside[name]);
    if (fitting === undefined) delete beside[name];
    else beside[name] = fitting;
  }
  return beside;
}

/** Converts a value to the type of its member: a URL can become a link object. Undefined if there is no conversion. */
function fitMember(names: DescriptionNames, own: FlatSchema, value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'object' || own.types.length === 0) return value;
  if (!own.types.includes('object')) return toScalarOf(value, own);
  const name = findAddressMember(names, own);
  return name === undefined || typeof value !== 'string' || value === '' ? undefined : { [name]: value };
}

/** The member of a link object that contains the URL. */
function findAddressMember(names: DescriptionNames, { properties }: FlatSchema): string | undefined {
  return [...properties.keys()].find((name) => names.get(name)?.isAddress === true);
}

function nothing({ types }: FlatSchema): unknown {
  return types.includes('integer') || types.includes('number') ? 0 : types.includes('boolean') ? false : '';
}

/**
 * Returns the URL of a page for a member. A member called `uri` contains only a path if there are others called `url`.
 */
function linkFor(name: string, place: Place, page: EntityPage, target: number): string {
  const isPath = place.served.plan.schemas.names.get(name)?.isPath === true;
  return pageAddress(place, page, target).slice(isPath ? place.context.baseUrl.length : 0);
}

function hasPages({ size }: EntityPage): boolean {
  return Number.isFinite(size) && size > 0;
}

/** The page number, starting at 1. */
function numberOf(page: EntityPage): number {
  return hasPages(page) ? Math.floor(page.skip / page.size) + 1 : 1;
}

function lastPage({ total, size }: EntityPage): number {
  return Number.isFinite(size) && size > 0 ? Math.max(1, Math.ceil(total / size)) : 1;
}

/**
 * Returns the link to the next or the previous page in the form that the member describes: a number, a token or a URL.
 */
function leadTo(way: 'next' | 'previous', name: string, own: FlatSchema, place: Place, page: EntityPage): unknown {
  const { asked, served } = place;
  if (own.types.includes('boolean')) return true;
  const isToken = served.plan.schemas.names.get(name)?.page?.isToken === true || name === asked.next;
  const { [way]: at } = describePage(place, page);
  const token = asked.cursor === undefined ? String(at) : page.entities.at(way === 'next' ? -1 : 0)?.key;
  if (own.types.includes('integer') || own.types.includes('number')) return Number(isToken ? token : at);
  if (isToken && own.keywords['format'] !== 'uri') return token;
  return linkFor(name, place, page, Math.max(1, numberOf(page) + (way === 'next' ? 1 : -1)));
}

/** Returns the URL of a page by number, offset or cursor, depending on the parameters of the operation. */
function pageAddress({ context, asked }: Place, page: EntityPage, target: number): string {
  const url = new URL(`${context.baseUrl}${context.request.url}`);
  const { size, entities } = page;
  if (asked.page !== undefined) url.searchParams.set(asked.page, String(target - 1 + (asked.first ?? 1)));
  else if (asked.offset !== undefined && Number.isFinite(size))
    url.searchParams.set(asked.offset, String((target - 1) * size));
  else if (asked.cursor !== undefined && target !== numberOf(page)) {
    // A parameter inside an object in the query is sent under its own name.
    const [after, before] = [asked.cursor, asked.before].map((name) => name?.slice(name.lastIndexOf('.') + 1));
    for (const each of [after, before]) if (each !== undefined) url.searchParams.delete(each);
    const [by, key] =
      target > numberOf(page) ? [after, entities.at(-1)?.key] : [target > 1 ? before : undefined, entities[0]?.key];
    if (by !== undefined && key !== undefined) url.searchParams.set(by, key);
  }
  return url.href;
}

/** Links to the neighbouring pages as in RFC 8288. */
function linkHeader(place: Place, page: EntityPage): string {
  if (!hasPages(page)) return '';
  const { first, previous, next, last } = describePage(place, page).links;
  return toHeader(place.asked.page === undefined ? { next } : { previous, next, first, last });
}

/** Presents a body from an example or a schema as the only page of its list, so that clients stop paging. */
export function presentAsLastPage(schemas: SchemaReader, schema: unknown, body: unknown, depth = 0): unknown {
  if (!isObject(body)) return body;
  const flat = schemas.chosen(schema);
  const result: Record<string, unknown> = { ...body };
  const isEmpty = Object.values(body).some((value) => Array.isArray(value) && value.length === 0);
  for (const [name, value] of Object.entries(body)) {
    const { holds, leads, says }: PageName = schemas.names.get(name)?.page ?? {};
    const property = flat.properties.get(name);
    if (isObject(value) && holds && depth < 2) result[name] = presentAsLastPage(schemas, property, value, depth + 1);
    else if ((says === 'more' || says === 'done') && typeof value === 'boolean') result[name] = says === 'done';
    else if (isEmpty && says === 'total' && typeof value === 'number') result[name] = 0;
    else if (leads !== undefined && !isObject(value) && value !== null) {
      if (property !== undefined && schemas.flat(property).nullable) result[name] = null;
      else if (flat.required.has(name)) result[name] = nothing(schemas.chosen(property));
      else delete result[name];
    }
  }
  return result;
}
