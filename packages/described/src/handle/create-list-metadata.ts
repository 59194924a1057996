import { isObject } from '@understudy/contract';
import {
  type FlatSchema,
  findJsonBody,
  findResponse,
  type ListPlan,
  normalizeName,
  type SchemaReader,
} from '@understudy/model';
import { toScalarOf } from '../answer/shape-value.js';
import type { ResourceCall } from './api-runtime.js';
import type { StoredEntity } from './entity-store.js';

/** The page of a list that a response contains. */
export interface EntityPage {
  readonly entities: readonly StoredEntity[];
  readonly total: number;
  readonly skip: number;
  /** Infinite without pages. */
  readonly size: number;
}

/** The URL of a list, for links to its other pages. */
type Place = Pick<ResourceCall, 'context'> & { readonly asked: ListPlan };

/**
 * Creates the members and headers of a list other than its items: counts, and links to other pages. The last page has
 * no next link.
 */
export function createListMetadata(call: ResourceCall, asked: ListPlan, page: EntityPage) {
  const { plan, schemas } = call;
  const response = findResponse(plan.responses, plan.statuses[0] ?? 200);
  const place = { context: call.context, asked };
  const beside =
    plan.wrapped.length === 0 ? {} : pageMembers(schemas, schemas.chosen(findJsonBody(response)?.schema), place, page);
  const headers: Record<string, string> = {};
  for (const name of Object.keys(response?.headers ?? {})) {
    const plain = normalizeName(name);
    const links = plain === 'link' ? linkHeader(place, page) : '';
    if (links !== '') headers[name] = links;
    if (/totalcount$|^xtotal$/.test(plain)) headers[name] = String(page.total);
    if (/^xtotalpages$/.test(plain)) headers[name] = String(lastPage(page));
  }
  return { beside, headers };
}

const holders = /^(?:meta|metadata|pagination|paging|pageinfo|page|links?|responsemetadata|cursors?|resultset|pages)$/;
/** Members that lead to another page. */
const onward =
  /^(?:next|nextpage|nexturl|nexturi|nextpageuri|nextlink|nextcursor|nextpagetoken|nexttoken|nextpageurl|endcursor|continue|continuationtoken|after|cursor)$/;
/** Members that lead to the page before. */
const backward =
  /^(?:previous|prev|previouspage|previousurl|previouspageuri|prevpage|before|prevcursor|previouscursor)$/;
const more = /^(?:hasmore|hasnext|hasnextpage|more|ismore|hasmoreitems|truncated|istruncated)$/;

function pageMembers(
  schemas: SchemaReader,
  flat: FlatSchema,
  place: Place,
  page: EntityPage,
  depth = 0,
): Record<string, unknown> {
  const { entities, total, skip, size } = page;
  const isMore = skip + entities.length < total && entities.length > 0;
  const number = hasPages(page) ? Math.floor(skip / size) + 1 : 1;
  const names = [...flat.properties.keys()];
  const count = names.some((name) => /^total/i.test(name)) ? entities.length : total;
  const values: readonly (readonly [RegExp, unknown])[] = [
    [
      /^(?:total|totalcount|totalitems|totalelements|totalresults|totalrecords|numfound|totalsize|totalentries)$/,
      total,
    ],
    [/^(?:count|numberofelements|itemcount|resultcount|returned)$/, count],
    [/^(?:page|currentpage|pagenumber|pageno|pageindex)$/, firstPage(place.asked) === 0 ? number - 1 : number],
    [/^(?:perpage|pagesize|limit|size|itemsperpage)$/, Number.isFinite(size) ? size : total],
    [/^(?:pages|totalpages|lastpage|pagecount|numpages)$/, lastPage(page)],
    [more, isMore],
    [/^(?:hasprevious|hasprev|haspreviouspage)$/, skip > 0],
    [/^(?:offset|skip|start|startindex)$/, skip],
    [/^(?:end|endindex)$/, Math.max(0, skip + entities.length - 1)],
    [/^remainingitemcount$/, isMore ? total - skip - entities.length : null],
  ];
  const beside: Record<string, unknown> = {};
  for (const [name, property] of flat.properties) {
    const plain = normalizeName(name);
    const own = schemas.chosen(property);
    const { nullable } = schemas.flat(property);
    // A value that leads nowhere, for a member that must exist.
    const none = nullable ? null : flat.required.has(name) ? nothing(own) : undefined;
    const value = values.find(([form]) => form.test(plain));
    if (own.properties.size > 0 && depth < 2 && holders.test(plain)) {
      beside[name] = pageMembers(schemas, own, place, page, depth + 1);
    } else if (onward.test(plain) || name === place.asked.next) {
      const next = isMore ? nextOf(own, name, place, page) : none;
      if (next !== undefined) beside[name] = next;
    } else if (backward.test(plain)) {
      const previous = skip > 0 ? previousOf(own, plain, place, page) : none;
      if (previous !== undefined) beside[name] = previous;
    } else if (plain === 'url' && own.types.includes('string')) {
      const address = `${place.context.baseUrl}${place.context.request.url.replace(/\?.*$/, '')}`;
      beside[name] = String(own.keywords['pattern'] ?? '').startsWith('^/')
        ? address.slice(place.context.baseUrl.length)
        : address;
    } else if (
      (/^(?:first|firstpage|firstpageuri|last|lastpageuri|self|uri)$/.test(plain) && own.types.includes('string')) ||
      (/^(?:first|last|self)(?:page|link)?$/.test(plain) && findAddressMember(own) !== undefined)
    ) {
      const target = plain.startsWith('first') ? 1 : plain.startsWith('last') ? lastPage(page) : number;
      beside[name] = linkFor(plain, place, page, target);
    } else if (value !== undefined && (value[1] !== null || nullable)) beside[name] = value[1];
    const fitting = fitMember(own, beside[name]);
    if (fitting === undefined) delete beside[name];
    else beside[name] = fitting;
  }
  return beside;
}

/** A value in the type of its member: an address can be a link object. Undefined if it has no such form. */
function fitMember(own: FlatSchema, value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'object' || own.types.length === 0) return value;
  if (!own.types.includes('object')) return toScalarOf(value, own);
  const name = findAddressMember(own);
  return name === undefined || typeof value !== 'string' || value === '' ? undefined : { [name]: value };
}

/** The member of a link object that has its address. */
function findAddressMember({ properties }: FlatSchema): string | undefined {
  return [...properties.keys()].find((name) => /^(?:href|url|uri|link)$/.test(normalizeName(name)));
}

function nothing({ types }: FlatSchema): unknown {
  return types.includes('integer') || types.includes('number') ? 0 : types.includes('boolean') ? false : '';
}

/** Returns the address of a page for a member. Members called `uri` next to ones called `url` contain a path. */
function linkFor(plain: string, place: Place, page: EntityPage, target: number): string {
  return pageAddress(place, page, target).slice(plain.endsWith('uri') ? place.context.baseUrl.length : 0);
}
function hasPages({ size }: EntityPage): boolean {
  return Number.isFinite(size) && size > 0;
}

function lastPage({ total, size }: EntityPage): number {
  return Number.isFinite(size) && size > 0 ? Math.max(1, Math.ceil(total / size)) : 1;
}

function firstPage({ page }: ListPlan): number {
  return /index$/i.test(page ?? '') ? 0 : 1;
}

/** Returns the next page as its member describes it: a number, an address, or a cursor. */
function nextOf(own: FlatSchema, name: string, place: Place, page: EntityPage): unknown {
  const plain = normalizeName(name);
  const number = Math.floor(page.skip / page.size) + 2;
  if (own.types.includes('integer') || own.types.includes('number'))
    return /token|cursor|after/.test(plain) ? Number(page.entities.at(-1)?.key ?? 0) : number;
  if (own.types.includes('boolean')) return true;
  const isCursor = /token|cursor|continue|continuation|^after$/.test(plain) || name === place.asked.next;
  if (isCursor && own.keywords['format'] !== 'uri') return page.entities.at(-1)?.key;
  return linkFor(plain, place, page, number);
}

function previousOf(own: FlatSchema, plain: string, place: Place, page: EntityPage): unknown {
  const number = Math.max(1, Math.floor(page.skip / page.size));
  if (own.types.includes('integer') || own.types.includes('number')) return number;
  if (/cursor|token|^before$/.test(plain)) return page.entities[0]?.key;
  return linkFor(plain, place, page, number);
}

/** Returns the address of a page, by number, offset or cursor: the parameter that the operation has. */
function pageAddress({ context, asked }: Place, { size, entities }: EntityPage, target: number): string {
  const url = new URL(`${context.baseUrl}${context.request.url}`);
  if (asked.page !== undefined) url.searchParams.set(asked.page, String(target - 1 + firstPage(asked)));
  else if (asked.offset !== undefined && Number.isFinite(size))
    url.searchParams.set(asked.offset, String((target - 1) * size));
  else if (asked.cursor !== undefined && target > 1) url.searchParams.set(asked.cursor, entities.at(-1)?.key ?? '');
  return url.href;
}

/** Links of RFC 8288 to the pages around. */
function linkHeader(place: Place, page: EntityPage): string {
  const { skip, size, total, entities } = page;
  const isMore = skip + entities.length < total && entities.length > 0;
  if (!hasPages(page)) return '';
  const to = (target: number, relation: string) => `<${pageAddress(place, page, target)}>; rel="${relation}"`;
  const number = Math.floor(skip / size) + 1;
  if (place.asked.page === undefined) return isMore ? to(number + 1, 'next') : '';
  return [
    ...(number > 1 ? [to(number - 1, 'prev')] : []),
    ...(isMore ? [to(number + 1, 'next'), to(lastPage(page), 'last')] : []),
    ...(number > 1 ? [to(1, 'first')] : []),
  ].join(', ');
}

/** Presents a body from an example or a schema as the only page of its list, so that a client stops paging. */
export function presentAsLastPage(schemas: SchemaReader, schema: unknown, body: unknown, depth = 0): unknown {
  if (!isObject(body)) return body;
  const flat = schemas.chosen(schema);
  const result: Record<string, unknown> = { ...body };
  const isEmpty = Object.values(body).some((value) => Array.isArray(value) && value.length === 0);
  for (const [name, value] of Object.entries(body)) {
    const plain = normalizeName(name);
    const property = flat.properties.get(name);
    if (isObject(value) && holders.test(plain) && depth < 2)
      result[name] = presentAsLastPage(schemas, property, value, depth + 1);
    else if (more.test(plain) && typeof value === 'boolean') result[name] = false;
    else if (isEmpty && /^total(?:count|items|results)?$/.test(plain) && typeof value === 'number') result[name] = 0;
    else if ((onward.test(plain) || backward.test(plain)) && !isObject(value) && value !== null) {
      if (property !== undefined && schemas.flat(property).nullable) result[name] = null;
      else if (flat.required.has(name)) result[name] = nothing(schemas.chosen(property));
      else delete result[name];
    }
  }
  return result;
}
