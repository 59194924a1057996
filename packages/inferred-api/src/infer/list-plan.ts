import type { Operation } from '@understudy/contract';
import type { Schemas } from '../schema/flat-schema.js';
import { plainName } from './words.js';

/** What the query parameters of a list mean: names of parameters. */
export interface ListPlan {
  readonly page?: string;
  readonly size?: string;
  readonly offset?: string;
  /** What the previous answer gave as the place to continue from; `after` is the key of the last one. */
  readonly cursor?: string;
  readonly sort?: string;
  readonly direction?: string;
  readonly search?: string;
  /** Instant since which a thing has changed. */
  readonly since?: string;
  /** Parameter to property that must be equal, or contain. */
  readonly filters: Readonly<Record<string, string>>;
}

const meanings: Readonly<Record<Exclude<keyof ListPlan, 'filters'>, readonly string[]>> = {
  page: ['page', 'pagenumber', 'pageno', 'pageindex', 'currentpage', 'pnum', 'p'],
  size: [
    'perpage',
    'pagesize',
    'limit',
    'size',
    'count',
    'maxresults',
    'top',
    'take',
    'pagelimit',
    'first',
    'itemsperpage',
    'rows',
    'max',
    'resultsperpage',
  ],
  offset: ['offset', 'skip', 'start', 'startindex', 'from', 'pageoffset'],
  cursor: [
    'cursor',
    'after',
    'startingafter',
    'pagetoken',
    'nexttoken',
    'continuationtoken',
    'nextcursor',
    'marker',
    'pageafter',
    'startafter',
  ],
  sort: ['sort', 'sortby', 'orderby', 'order', 'ordering', 'sortfield', 'orderfield'],
  direction: ['direction', 'order', 'sortorder', 'sortdirection', 'orderdirection', 'sortdir', 'dir'],
  search: ['q', 'query', 'search', 'keyword', 'keywords', 'term', 'text', 'searchterm'],
  since: ['since', 'updatedsince', 'modifiedsince', 'updatedafter', 'modifiedafter'],
};

/** What the query parameters of a list mean, as far as they are recognisable. */
export function planList(schemas: Schemas, operation: Operation, itemSchema: unknown): ListPlan {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const plan: Record<string, string> = {};
  for (const { name, schema } of query) {
    const plain = plainName(name.replace(/^filter\[|^page\[/, (prefix) => (prefix.startsWith('page') ? 'page_' : '')));
    const values = schemas.flat(schema).keywords['enum'];
    const isWay = Array.isArray(values) && values.every((value) => /^(asc|desc)/i.test(String(value)));
    const meaning = Object.entries(meanings).find(
      ([key, names]) => (key === 'direction' || !isWay) && names.includes(plain) && plan[key] === undefined,
    );
    if (meaning !== undefined) plan[meaning[0]] = name;
  }
  // `order` says which way where something else says by what.
  const taken = new Set(Object.values(plan));
  const { properties } = schemas.chosen(itemSchema);
  const byPlainName = new Map([...properties.keys()].map((name) => [plainName(name), name]));
  const filters = query.flatMap(({ name }) => {
    const bare = plainName(/^filter\[(.+)\]$/.exec(name)?.[1] ?? name);
    const property = byPlainName.get(bare) ?? byPlainName.get(bare.replace(/s$/, '')) ?? byPlainName.get(`${bare}s`);
    return property === undefined || taken.has(name) ? [] : [[name, property] as const];
  });
  return { ...plan, filters: Object.fromEntries(filters) };
}
