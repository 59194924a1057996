import { isJsonNumber, isObject, readNumber } from '@understudy/contract';
import {
  compareAny,
  type DescriptionNames,
  getMember,
  type ListPlan,
  listRanked,
  type SchemaReader,
} from '@understudy/model';

/** True if an entity has the given labels, such as `bug,urgent`, or matches a selector, such as `app=web,tier!=db`. */
export function hasLabels(names: DescriptionNames, fields: unknown, selector: string): boolean {
  const inside = Object.values(isObject(fields) ? fields : {}).map((each) => labelsIn(names, each));
  const own = labelsIn(names, fields) ?? inside.find((each) => each !== undefined);
  if (Array.isArray(own)) return isLike(names, own, selector);
  const labels = isObject(own) ? own : {};
  return selector.split(',').every((term) => {
    const [operator] = /!=|==?/.exec(term) ?? [];
    const at = operator === undefined ? term.length : term.indexOf(operator);
    const name = term.slice(0, at).trim();
    if (operator === undefined) return name.startsWith('!') ? !(name.slice(1) in labels) : name in labels;
    return (String(labels[name]) === term.slice(at + operator.length).trim()) === (operator !== '!=');
  });
}

function labelsIn(names: DescriptionNames, value: unknown): unknown {
  return Object.entries(isObject(value) ? value : {}).find(([name]) => names.get(name)?.holdsLabels === true)?.[1];
}

/** Returns whether a value selects everything. `all` and `*` do, unless the member can have that value. */
export function meansAll(schemas: SchemaReader, schema: unknown, property: string, wanted: unknown): boolean {
  const values = schemas.chosen(schemas.chosen(schema).properties.get(property)).keywords['enum'];
  const isAll = schemas.names.get(String(wanted))?.meansAll === true;
  return isAll && !(Array.isArray(values) && values.includes(wanted));
}

/**
 * Returns whether a member has one of the requested values or lies within the bounds. A list must contain all of them.
 */
export function isLike(names: DescriptionNames, value: unknown, wanted: unknown): boolean {
  if (isObject(wanted))
    return Object.entries(wanted).every(([name, inner]) =>
      isObject(value) ? isLike(names, value[name], inner) : isWithin(value, name, inner),
    );
  const texts = (Array.isArray(wanted) ? wanted : String(wanted).split(',')).map((each) => String(each).trim());
  if (Array.isArray(value)) {
    const all = value.flatMap((each) => listIdentities(names, each));
    return Array.isArray(wanted) ? texts.some((text) => all.includes(text)) : texts.every((text) => all.includes(text));
  }
  // A parameter of type number has lost the trailing zeros of `1700000000.000010`.
  return listIdentities(names, value).some(
    (text) => texts.includes(text) || (isJsonNumber(wanted) && readNumber(text) === wanted),
  );
}

/** Returns whether a value satisfies a bound such as `gte`. Unknown bounds are ignored. */
function isWithin(value: unknown, bound: string, limit: unknown): boolean {
  const isNumber = isJsonNumber(value);
  const difference = compareAny(isNumber ? value : String(value), isNumber ? readNumber(String(limit)) : limit);
  const bounds: Readonly<Record<string, boolean>> = {
    gt: difference > 0,
    gte: difference >= 0,
    lt: difference < 0,
    lte: difference <= 0,
    eq: difference === 0,
    ne: difference !== 0,
  };
  return bounds[bound.replace(/^\$/, '')] ?? true;
}

/** Lists the strings by which a request can identify a value: a scalar itself, or the names and keys of an object. */
export function listIdentities(names: DescriptionNames, value: unknown): string[] {
  if (!isObject(value)) return [String(value)];
  return listRanked(Object.keys(value), (name) => names.get(name)?.identifies).flatMap((name) =>
    typeof value[name] === 'object' || value[name] === undefined ? [] : [String(value[name])],
  );
}

/** Adds the nested values for which a list has dotted names: `query.filter.status`. */
export function withNested(
  { filters, ...meanings }: ListPlan,
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = [...Object.keys(filters), ...Object.values(meanings)].filter(
    (name): name is string => typeof name === 'string' && name.includes('.') && query[name] === undefined,
  );
  if (names.length === 0) return query;
  return { ...query, ...Object.fromEntries(names.map((name) => [name, getMember(query, name)])) };
}
