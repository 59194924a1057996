import type { ListPlan } from '../infer/list-plan.js';
import { plainName } from '../infer/words.js';
import { bodyOf, responseFor } from '../schema/described-response.js';
import type { FlatSchema, Schemas } from '../schema/flat-schema.js';
import type { StoredEntity } from './entity-store.js';
import type { Call } from './served.js';

/** The part of a list that is shown. */
export interface Page {
  readonly things: readonly StoredEntity[];
  readonly total: number;
  readonly skip: number;
  /** Infinite where there are no pages. */
  readonly size: number;
}

/** What a list says beside its items: counts and links to further pages, in its body and its headers. */
export function listMetadata(call: Call, asked: ListPlan, page: Page) {
  const { plan, served } = call;
  const response = responseFor(plan.responses, plan.statuses[0] ?? 200);
  const { schemas } = served.bodies;
  const beside =
    plan.wrapped.length === 0 ? {} : said(schemas, schemas.chosen(bodyOf(response)?.schema), call, asked, page);
  const headers: Record<string, string> = {};
  for (const name of Object.keys(response?.headers ?? {})) {
    const plain = plainName(name);
    const links = plain === 'link' ? linkHeader(call, asked, page) : '';
    if (links !== '') headers[name] = links;
    if (/totalcount$|^xtotal$/.test(plain)) headers[name] = String(page.total);
  }
  return { beside, headers };
}

function said(
  schemas: Schemas,
  flat: FlatSchema,
  call: Call,
  asked: ListPlan,
  page: Page,
  depth = 0,
): Record<string, unknown> {
  const { things, total, skip, size } = page;
  const isMore = skip + things.length < total;
  const pages = Number.isFinite(size) && size > 0 ? Math.ceil(total / size) : 1;
  const number = Number.isFinite(size) && size > 0 ? Math.floor(skip / size) + 1 : 1;
  const cursor = isMore ? (things.at(-1)?.key ?? null) : null;
  const values: readonly (readonly [RegExp, unknown])[] = [
    [/^(total|totalcount|totalitems|totalelements|totalresults|totalrecords|numfound|totalsize)$/, total],
    [
      /^(count|numberofelements|itemcount|resultcount)$/,
      [...flat.properties.keys()].some((name) => /^total/i.test(name)) ? things.length : total,
    ],
    [/^(page|currentpage|pagenumber|pageno)$/, number],
    [/^(perpage|pagesize|limit|size|itemsperpage)$/, Number.isFinite(size) ? size : total],
    [/^(pages|totalpages|lastpage|pagecount)$/, pages],
    [/^(hasmore|hasnext|hasnextpage|more)$/, isMore],
    [/^(hasprevious|hasprev|haspreviouspage)$/, skip > 0],
    [/^(offset|skip|start|startindex)$/, skip],
    [/^(nextcursor|nextpagetoken|nexttoken|cursor|endcursor|continuationtoken)$/, cursor],
    [/^(next|nextpage|nexturl|nextlink)$/, isMore ? pageAddress(call, asked, page, 1) : null],
    [/^(previous|prev|previouspage|previousurl)$/, skip > 0 ? pageAddress(call, asked, page, -1) : null],
  ];
  const beside: Record<string, unknown> = {};
  for (const [name, property] of flat.properties) {
    const inner = schemas.chosen(property);
    const value = values.find(([form]) => form.test(plainName(name)));
    if (
      inner.properties.size > 0 &&
      depth === 0 &&
      /^(meta|metadata|pagination|paging|pageinfo|page)$/.test(plainName(name))
    ) {
      beside[name] = said(schemas, inner, call, asked, page, 1);
    } else if (value !== undefined) {
      const isNumber = inner.types.includes('integer') && typeof value[1] === 'string';
      if (value[1] !== null || schemas.flat(property).nullable) beside[name] = isNumber ? number + 1 : value[1];
    }
  }
  return beside;
}

function pageAddress({ context }: Call, asked: ListPlan, { skip, size, things }: Page, step: 1 | -1): string {
  const url = new URL(`${context.baseUrl}${context.request.url}`);
  const number = Math.floor(skip / size) + 1 + step;
  if (asked.page !== undefined) url.searchParams.set(asked.page, String(number));
  else if (asked.offset !== undefined) url.searchParams.set(asked.offset, String(Math.max(0, skip + step * size)));
  else if (asked.cursor !== undefined) url.searchParams.set(asked.cursor, things.at(-1)?.key ?? '');
  return url.href;
}

/** Links of RFC 8288 to the pages around. */
function linkHeader(call: Call, asked: ListPlan, page: Page): string {
  const { skip, size, total, things } = page;
  if (asked.page === undefined || !Number.isFinite(size) || size < 1) return '';
  const number = Math.floor(skip / size) + 1;
  const last = Math.max(1, Math.ceil(total / size));
  const to = (target: number) => {
    const url = new URL(pageAddress(call, asked, page, 1));
    url.searchParams.set(asked.page ?? 'page', String(target));
    return `<${url.href}>`;
  };
  return [
    ...(number > 1 ? [`${to(number - 1)}; rel="prev"`] : []),
    ...(skip + things.length < total ? [`${to(number + 1)}; rel="next"`, `${to(last)}; rel="last"`] : []),
    ...(number > 1 ? [`${to(1)}; rel="first"`] : []),
  ].join(', ');
}
