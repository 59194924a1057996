import { type Operation, omitUndefined } from '@understudy/contract';
import {
  findNamed,
  type ListPlan,
  normalizeName,
  type Resource,
  type SchemaReader,
  splitWords,
  toSingular,
  type ValueSource,
} from '@understudy/model';
import { pageHolders, saysNewestFirst, tokenParameters, zeroBasedPage } from '../words/page-words.js';
import { equalities } from '../words/range-words.js';
import { filterHolders } from '../words/request-words.js';

const meanings: Readonly<
  Record<
    Exclude<
      keyof ListPlan,
      'filters' | 'across' | `refers${string}` | 'pageSize' | 'newestFirst' | 'next' | 'first' | 'tokens'
    >,
    string
  >
> = {
  page: 'page pagenumber pageno pageindex currentpage pagenum pnum pg p',
  size: 'perpage pagesize limit size count maxresults top take pagelimit first itemsperpage rows max maxcount resultsperpage',
  offset: 'offset skip start startindex startat startposition from pageoffset',
  cursor:
    'cursor after startingafter pagetoken nexttoken continuationtoken nextcursor marker pageafter startafter ' +
    'pagecursor aftercursor startcursor paginationtoken continue continuation aftertoken afterid sinceid ' +
    'lastid iterator searchafter skiptoken scrollid bookmark nextpagetoken next',
  before: 'endingbefore before beforeid pagebefore prev previous',
  labels: 'labelselector labels',
  sort: 'sort sortby orderby order ordering sortfield orderfield',
  direction: 'direction order sortorder sortdirection orderdirection sortdir dir',
  condition: 'where',
  search: 'q query search keyword keywords term text searchterm',
  since: 'since updatedsince modifiedsince updatedafter modifiedafter',
};

/** A parameter, a body member, or a member of an object in the body. */
interface Asked {
  readonly name: string;
  readonly schema?: unknown;
  readonly style?: string | undefined;
  readonly description?: string | undefined;
}

/** Maximum depth of nested filter objects: `query.filter.owner.ids`. */
const mostNested = 4;

/** Returns the key of the records if a parameter is called `ids` or `keys`. */
function keyNamed({ key }: Resource, bare: string): string | undefined {
  return key !== undefined && !key.includes('.') && (bare === 'ids' || bare === 'keys') ? key : undefined;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function membersInside(schemas: SchemaReader, { name, schema }: Asked): Asked[] {
  const { properties } = schemas.chosen(schema);
  return [...properties].map(([inner, each]) => ({ name: `${name}.${inner}`, schema: each }));
}

/**
 * Lists the members of an object that contains only pagination: `{ before, after }`. `made[after]` is a time filter.
 */
function pageInside(schemas: SchemaReader, asked: Asked): Asked[] {
  if (asked.style === 'deepObject' && !pageHolders.split(' ').includes(normalizeName(asked.name))) return [];
  const inside = membersInside(schemas, asked);
  const { page, size, offset, cursor, before, sort, direction } = meanings;
  const known = [page, size, offset, cursor, before, sort, direction].flatMap((names) => names.split(' '));
  return inside.every(({ name }) => known.includes(normalizeName(lastPart(name)))) ? inside : [];
}

export function planList(
  schemas: SchemaReader,
  operation: Operation,
  { resource, takes, text }: { readonly resource: Resource; readonly takes: unknown; readonly text: string },
): ListPlan {
  // A remote procedure call has its parameters in the body.
  const body = takes === undefined ? [] : [...schemas.chosen(takes).properties];
  const sent: readonly Asked[] = [
    ...operation.parameters.filter((parameter) => parameter.in === 'query'),
    ...body.map(([name, schema]) => ({ name, schema })),
  ];
  const query = [...sent, ...sent.flatMap((each) => pageInside(schemas, each))];
  const plan: Record<string, string> = {};
  for (const { name, schema } of query.filter((each) => membersInside(schemas, each).length === 0)) {
    const plain = normalizeName(
      lastPart(name).replace(/^filter\[|^page\[/, (prefix) => (prefix.startsWith('page') ? 'page_' : '')),
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
  // If keys are not numeric, a numeric cursor is an offset.
  const cursor = query.find(({ name }) => name === plan['cursor']);
  if (plan['page'] === undefined && isNumber(schemas, cursor?.schema) && !isNumber(schemas, resource.keySchema)) {
    plan['offset'] ??= plan['cursor'] ?? '';
    delete plan['cursor'];
  }
  // `order` is the direction if another parameter contains the property.
  const taken = new Set(Object.values(plan));
  const { properties } = schemas.chosen(resource.schema);
  const byPlainName = new Map(
    [...resource.writable.keys(), ...properties.keys()].map((name) => [normalizeName(name), name]),
  );
  const filtersOf = ({ name, schema }: Asked, depth = 0): (readonly [string, string])[] => {
    const asked = /^filter\[(.+)\]$/.exec(name)?.[1] ?? lastPart(name);
    const bare = normalizeName(asked);
    const isHolder = filterHolders.test(bare) && depth < mostNested && !taken.has(name);
    const inside = isHolder ? membersInside(schemas, { name, schema }) : [];
    const property =
      inside.length > 0
        ? undefined
        : (keyNamed(resource, bare) ??
          namesOf(bare).flatMap((each) => {
            const own = byPlainName.get(each);
            return own === undefined || properties.has(own) ? (own ?? []) : (holderOf(schemas, properties, own) ?? own);
          })[0] ??
          referenceNamed(schemas, properties, asked));
    if (property === undefined) return inside.flatMap((each) => filtersOf(each, depth + 1));
    if (taken.has(name)) return [];
    const equal = membersInside(schemas, { name, schema }).filter((each) => equalities.has(lastPart(each.name)));
    return equal.length === 0 ? [[name, property]] : equal.map((each) => [each.name, property]);
  };
  const filters = sent.flatMap((each) => filtersOf(each));
  const used = new Set([...taken, ...filters.map(([name]) => name)]);
  const refers = operation.parameters
    .filter(({ name, in: place, required }) => place === 'query' && required && /[a-z_-]id$/i.test(name))
    .flatMap(({ name }): ValueSource[] => (used.has(name) ? [] : [{ in: 'query', name }]));
  const page = query.find(({ name }) => name === plan['page']);
  const isZero = Number(schemas.chosen(page?.schema).keywords['default'] ?? 1) === 0;
  const size = query.find(({ name }) => name === plan['size']);
  const pageSize = size && describedDefault(schemas, size);
  const newestFirst = saysNewestFirst.some((each) => each.test(text));
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

function isNumber(schemas: SchemaReader, schema: unknown): boolean {
  const { types } = schemas.chosen(schema);
  return types.some((type) => type === 'integer' || type === 'number') && !types.includes('string');
}

function namesOf(plain: string): string[] {
  return [plain, plain.replace(/s$/, ''), `${plain}s`, toSingular(plain), plain.replace(/es$/, '')];
}

/** Last words of parameters that contain a key. */
const keyWords = /^(?:ids?|uuids?|gids?|names?|slugs?|keys?|codes?)$/;

/**
 * Returns the member with the records that a parameter identifies by key: `tags` for `tag_name`, `services` for
 * `service_ids[]`, `order.id` for `order_id`. Otherwise returns a nested member of the same name: `recipients.list_id`
 * for `list_id`.
 */
function referenceNamed(
  schemas: SchemaReader,
  properties: ReadonlyMap<string, unknown>,
  asked: string,
): string | undefined {
  const words = splitWords(asked);
  const part = words.at(-1) ?? '';
  if (words.length < 2 || !keyWords.test(part)) return undefined;
  const nouns = namesOf(words.slice(0, -1).join(''));
  const membersIn = (name: string) => [...schemas.chosen(properties.get(name)).properties.keys()];
  const isMany = (name: string) => schemas.chosen(properties.get(name)).types.includes('array');
  const [own] = [...properties.keys()].filter((name) => nouns.includes(normalizeName(name)));
  if (own !== undefined && isMany(own)) return own;
  const inner = own === undefined ? undefined : findNamed(membersIn(own), namesOf(part));
  if (inner !== undefined) return `${own}.${inner}`;
  return holderOf(schemas, properties, asked);
}

/** Returns a nested member, if only one object contains it: a creation with `currency` sets `balance.currency`. */
function holderOf(schemas: SchemaReader, properties: ReadonlyMap<string, unknown>, asked: string): string | undefined {
  const [holder, another] = [...properties].flatMap(([name, property]) => {
    const { types, properties: inside } = schemas.chosen(property);
    const found = findNamed(inside.keys(), [normalizeName(asked)]);
    return found === undefined || types.includes('array') ? [] : [`${name}.${found}`];
  });
  return another === undefined ? holder : undefined;
}

/** Lists the parameters that accept only page tokens. */
function listTokens({ cursor, before }: Readonly<Record<string, string>>): string[] | undefined {
  const found = [cursor, before].filter((name) => name !== undefined && tokenParameters.test(normalizeName(name)));
  return found.length === 0 ? undefined : found.flatMap((name) => name ?? []);
}

/** Reads the default page size from the schema or the description of its parameter: "default is 10". */
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
