import { type Operation, omitUndefined } from '@understudy/contract';
import { type ListPlan, normalizeName, type Resource, type SchemaReader, type ValueSource } from '@understudy/model';
import { tokenParameters, zeroBasedPage } from '../words/page-words.js';

const meanings: Readonly<
  Record<
    Exclude<
      keyof ListPlan,
      'filters' | 'across' | `refers${string}` | 'pageSize' | 'newestFirst' | 'next' | 'first' | 'tokens'
    >,
    string
  >
> = {
  page: 'page pagenumber pageno pageindex currentpage pnum p',
  size: 'perpage pagesize limit size count maxresults top take pagelimit first itemsperpage rows max resultsperpage',
  offset: 'offset skip start startindex from pageoffset',
  cursor:
    'cursor after startingafter pagetoken nexttoken continuationtoken nextcursor marker pageafter startafter ' +
    'pagecursor aftercursor startcursor paginationtoken continue continuation aftertoken afterid sinceid',
  before: 'endingbefore before beforeid pagebefore',
  labels: 'labelselector labels',
  sort: 'sort sortby orderby order ordering sortfield orderfield',
  direction: 'direction order sortorder sortdirection orderdirection sortdir dir',
  search: 'q query search keyword keywords term text searchterm',
  since: 'since updatedsince modifiedsince updatedafter modifiedafter',
};

export function planList(
  schemas: SchemaReader,
  operation: Operation,
  { resource, takes, text }: { readonly resource: Resource; readonly takes: unknown; readonly text: string },
): ListPlan {
  // A remote procedure call has them in its body.
  const body = takes === undefined ? [] : [...schemas.chosen(takes).properties];
  const query = [
    ...operation.parameters.filter((parameter) => parameter.in === 'query'),
    ...body.map(([name, schema]) => ({ name, schema })),
  ];
  const plan: Record<string, string> = {};
  for (const { name, schema } of query) {
    const plain = normalizeName(
      name.replace(/^filter\[|^page\[/, (prefix) => (prefix.startsWith('page') ? 'page_' : '')),
    );
    const values = schemas.flat(schema).keywords['enum'];
    const isWay = Array.isArray(values) && values.every((value) => /^(asc|desc)/i.test(String(value)));
    const meaning = Object.entries(meanings).find(
      ([key, names]) =>
        (key === 'direction' || !isWay) &&
        (key === 'since' || !/^date/.test(String(schemas.chosen(schema).keywords['format']))) &&
        names.split(' ').includes(plain) &&
        plan[key] === undefined,
    );
    if (meaning !== undefined) plan[meaning[0]] = name;
  }
  // `order` is the direction if another parameter is the property.
  const taken = new Set(Object.values(plan));
  const { properties } = schemas.chosen(resource.schema);
  const byPlainName = new Map(
    [...resource.writable.keys(), ...properties.keys()].map((name) => [normalizeName(name), name]),
  );
  const filters = query.flatMap(({ name }) => {
    const bare = normalizeName(/^filter\[(.+)\]$/.exec(name)?.[1] ?? name);
    const property = byPlainName.get(bare) ?? byPlainName.get(bare.replace(/s$/, '')) ?? byPlainName.get(`${bare}s`);
    return property === undefined || taken.has(name) ? [] : [[name, property] as const];
  });
  const used = new Set([...taken, ...filters.map(([name]) => name)]);
  const refers = operation.parameters
    .filter(({ name, in: place, required }) => place === 'query' && required && /[a-z_-]id$/i.test(name))
    .flatMap(({ name }): ValueSource[] => (used.has(name) ? [] : [{ in: 'query', name }]));
  const page = query.find(({ name }) => name === plan['page']);
  const isZero = Number(schemas.chosen(page?.schema).keywords['default'] ?? 1) === 0;
  const size = query.find(({ name }) => name === plan['size']);
  const pageSize = size && describedDefault(schemas, size);
  const newestFirst =
    /\b(?:most recent|most recently|newest|latest)\b[^.]{0,60}\bfirst\b|reverse chronological|sorted by[^.]*descending/i.test(
      text,
    );
  return omitUndefined({
    ...plan,
    first: isZero || zeroBasedPage.test(plan['page'] ?? '') ? (0 as const) : undefined,
    tokens: listTokens(plan),
    refers: refers.length === 0 ? undefined : refers,
    newestFirst: newestFirst || undefined,
    pageSize,
    filters: Object.fromEntries(filters),
  });
}

/** The parameters that take nothing but a token of a page. */
function listTokens({ cursor, before }: Readonly<Record<string, string>>): string[] | undefined {
  const found = [cursor, before].filter((name) => name !== undefined && tokenParameters.test(normalizeName(name)));
  return found.length === 0 ? undefined : found.flatMap((name) => name ?? []);
}

/** The size of a page by the schema of its parameter, or by its description: "default is 10". */
function describedDefault(
  schemas: SchemaReader,
  { schema, description }: { readonly schema?: unknown; readonly description?: unknown },
): number | undefined {
  const { keywords } = schemas.chosen(schema);
  const text = /\bdefaults?(?:\s+(?:value|is|to|of))*[\s:=(`]*(\d{1,4})\b/i.exec(
    `${description ?? ''} ${keywords['description'] ?? ''}`,
  )?.[1];
  const value = Number(keywords['default'] ?? text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}
