import type { KnownValue, RequestSender, ValuesByPosition } from '@understudy/described';
import { compareAny, cutPage } from '@understudy/model';
import { toAccess, toLiteral } from './to-cel.js';
import { readKnownMember, toField } from './value-at.js';

/** A list of values that earlier responses introduced: which values it contains, and in which order. */
export interface KnownList {
  /** Operations, each with a position in its response: `createOrder answer.id`. */
  readonly made: readonly string[];
  /** True if only values of the caller are listed. */
  readonly own?: boolean;
  /**
   * Filters: positions of the request, each with the field that must equal the sent value. Ignored if nothing is sent.
   */
  readonly where?: Readonly<Record<string, string>>;
  /** Operations after which a value is no longer listed. */
  readonly without?: readonly string[];
  readonly newestFirst?: boolean;
  /** The field to sort by, before creation time. */
  readonly by?: string;
  /** Position of the parameter that contains the name of the member to sort by. */
  readonly sort?: string;
  /** Positions of the parameters for page size, page number and offset. */
  readonly size?: string;
  readonly page?: string;
  readonly offset?: string;
  /** Default page size. */
  readonly pageSize?: number;
}

export type Made = readonly [key: string, known: KnownValue];

/** Selects and sorts the values of a list, without pagination. */
export function selectMadeValues(
  { made, own, where = {}, without = [], newestFirst, by, sort }: KnownList,
  values: readonly Made[],
  { request, owner: { owners } }: { readonly request: ValuesByPosition; readonly owner: RequestSender },
): readonly Made[] {
  const given = Object.entries(where).flatMap(([position, field]) => {
    const [value] = request.get(position) ?? [];
    return value === undefined || value === '' ? [] : [[String(value), field] as const];
  });
  const selected = values.filter(
    ([, known]) =>
      made.includes(`${known.from} ${known.place}`) &&
      !without.includes(known.after) &&
      (own !== true || known.owners.some((owner) => owners.includes(owner))) &&
      given.every(([wanted, field]) => String(readKnownMember(known, field)) === wanted),
  );
  const [, sign = '', name = ''] = /^([-+]?)(\w+)/.exec(String(request.get(sort ?? '')?.[0] ?? '')) ?? [];
  const field = name === '' ? by : `answered.${name}`;
  const way = name === '' ? (newestFirst === true ? -1 : 1) : sign === '-' ? -1 : 1;
  return [...selected].sort(([, one], [, other]) => {
    const difference = field === undefined ? 0 : compareAny(readKnownMember(one, field), readKnownMember(other, field));
    return way * (difference === 0 ? one.order - other.order : difference);
  });
}

/** Returns the requested page of a list. */
export function pageOf<Item>(items: readonly Item[], list: KnownList, request: ValuesByPosition): readonly Item[] {
  const given = (position: string | undefined) => request.get(position ?? '')?.[0];
  const page = { size: given(list.size), page: given(list.page), offset: given(list.offset), most: list.pageSize };
  return cutPage(items, page) as readonly Item[];
}

/** Writes the selected and sorted values of a list as CEL, without pagination. */
function selectionOf({ made, own, where = {}, without = [], newestFirst, by, sort }: KnownList): string {
  const conditions = [
    ...(without.length === 0 ? [] : [`!(k.after in ${toLiteral(without)})`]),
    ...(own === true ? ['k.owners.exists(o, o in sender.owners)'] : []),
    ...Object.entries(where).map(([position, field]) => {
      const wanted = toAccess(position);
      const isSame = `string(${toField('k', field)}) == string(${wanted})`;
      return position.startsWith('path.') ? isSame : `(${wanted} == null || ${wanted} == "" || ${isSame})`;
    }),
  ];
  return [
    `remembered(${toLiteral(made)})`,
    conditions.length === 0 ? '' : `.filter(k, ${conditions.join(' && ')})`,
    by === undefined ? '' : `.sortBy(k, ${toField('k', by)})`,
    newestFirst === true ? '.reverse()' : '',
    sort === undefined ? '' : `.sorted(${toAccess(sort)}, "answered")`,
  ].join('');
}

/** Writes the requested page of a list as CEL. */
export function toListExpression(list: KnownList): string {
  const { size, page, offset, pageSize } = list;
  const parts = Object.entries({ size, page, offset }).flatMap(([name, position]) =>
    position === undefined ? [] : [`"${name}": ${toAccess(position)}`],
  );
  if (pageSize !== undefined) parts.push(`"most": ${pageSize}`);
  return `${selectionOf(list)}${parts.length === 0 ? '' : `.cut({${parts.join(', ')}})`}`;
}
