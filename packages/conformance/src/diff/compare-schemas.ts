import { isObject, resolveReference, stringifyJson } from '@understudy/contract';

/** A schema with the document that contains it. */
export interface PlacedSchema {
  readonly document: unknown;
  readonly schema: unknown;
}

/** A difference between two schemas. */
interface SchemaChange {
  readonly rule: string;
  /** Member names, with `*` for list items. */
  readonly path: readonly string[];
  readonly allows: 'less' | 'more';
  readonly says: string;
  /** Whether clients and servers usually tolerate it. */
  readonly isMild?: boolean;
}

type Node = Readonly<Record<string, unknown>>;

/** A schema with its references resolved and its `allOf` merged. */
interface Flat {
  readonly keywords: Node;
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  readonly alternatives: readonly unknown[];
}

/** Maximum depth to compare. Deeper schemas are usually recursive. */
const maxDepth = 15;
const maxChanges = 2000;
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/**
 * Lists the differences between two schemas that affect which values are valid.
 *
 * @param hidden the kind of property that these messages do not contain
 */
export function compareSchemas(
  before: PlacedSchema,
  after: PlacedSchema,
  hidden: 'readOnly' | 'writeOnly',
): SchemaChange[] {
  const changes: SchemaChange[] = [];
  compare({ before, after, path: [], hidden }, (change) => {
    if (changes.length < maxChanges) changes.push(change);
  });
  return changes;
}

interface Pair {
  readonly before: PlacedSchema;
  readonly after: PlacedSchema;
  readonly path: readonly string[];
  readonly hidden: 'readOnly' | 'writeOnly';
}

function compare({ before, after, path, hidden }: Pair, add: (change: SchemaChange) => void): void {
  if (path.length > maxDepth) return;
  const [old, now] = [flatten(before), flatten(after)];
  const at: Report = (rule, allows, says, isMild = false) => add({ rule, path, allows, says, isMild });
  const isNumber = (type: string, types: ReadonlySet<string>) => type === 'integer' && types.has('number');
  const lost = [...old.types].filter((type) => !now.types.has(type) && !isNumber(type, now.types));
  const gained = [...now.types].filter((type) => !old.types.has(type) && !isNumber(type, old.types));
  if (old.types.size > 0 && now.types.size > 0) {
    if (lost.length > 0) at('type', 'less', `can no longer be ${lost.join(' or ')}`);
    if (gained.length > 0) at('type', 'more', `can also be ${gained.join(' or ')}`);
  }
  if (isUntyped(old) && now.types.size > 0) at('type', 'less', `can only be ${[...now.types].join(' or ')} now`);
  if (isUntyped(now) && old.types.size > 0) at('type', 'more', 'can have any type now');
  compareValues(old, now, at);
  compareBounds(old, now, at);
  const [preset, newPreset] = [old, now].map(({ keywords }) => stringifyJson(keywords['default']));
  // The receiver fills in what is left out.
  if (hidden === 'readOnly' && 'default' in old.keywords && preset !== newPreset)
    at(
      'default',
      'less',
      `has ${newPreset === undefined ? 'no default' : `the default ${newPreset}`} now (was ${preset})`,
      true,
    );
  const inner = (name: string, one: unknown, other: unknown) => {
    const schemas = { before: { ...before, schema: one }, after: { ...after, schema: other } };
    compare({ ...schemas, path: [...path, name], hidden }, add);
  };
  const visible = ({ properties }: Flat, { document }: PlacedSchema, name: string) => {
    const schema = properties.get(name);
    return resolveReference(document, schema)?.[hidden] === true ? undefined : schema;
  };
  for (const name of new Set([...old.properties.keys(), ...now.properties.keys()])) {
    const [one, other] = [visible(old, before, name), visible(now, after, name)];
    if (one === undefined && other === undefined) continue;
    const own = { path: [...path, name] };
    const [was, is] = [one !== undefined && old.required.has(name), other !== undefined && now.required.has(name)];
    if (other === undefined) add({ ...own, rule: 'removed', allows: 'more', says: 'is removed', isMild: !was });
    else if (!was && is) add({ ...own, rule: 'required', allows: 'less', says: 'is required now' });
    else if (was && !is) add({ ...own, rule: 'required', allows: 'more', says: 'can be missing now' });
    else if (one === undefined) add({ ...own, rule: 'added', allows: 'less', says: 'is added', isMild: true });
    if (one !== undefined && other !== undefined) inner(name, one, other);
  }
  const [items, newItems] = [old.keywords['items'], now.keywords['items']];
  if (items !== undefined && newItems !== undefined) inner('*', items, newItems);
  const [further, newFurther] = [old, now].map(({ keywords }) => keywords['additionalProperties']);
  const isMap = isObject(further) || isObject(newFurther);
  const [isOpen, staysOpen] = [further !== false, newFurther !== false];
  if (isMap && isOpen && staysOpen) inner('*', further, newFurther);
  const verb = staysOpen ? 'allows' : 'forbids';
  if (isOpen !== staysOpen)
    at('further-properties', staysOpen ? 'more' : 'less', `${verb} further properties now`, true);
  compareAlternatives({ before, after, path, hidden }, { old, now, at });
}

/** Whether a schema says nothing about the type of its values. */
function isUntyped({ keywords, types, alternatives, properties }: Flat): boolean {
  const isSilent = !['enum', 'const', 'items', 'not', 'if'].some((name) => name in keywords);
  return isSilent && types.size === 0 && alternatives.length === 0 && properties.size === 0;
}

type Report = (rule: string, allows: 'less' | 'more', says: string, isMild?: boolean) => void;

function compareValues(old: Flat, now: Flat, at: Report): void {
  const [was, is] = [old, now].map(({ keywords }): readonly unknown[] | undefined =>
    Array.isArray(keywords['enum']) ? keywords['enum'] : 'const' in keywords ? [keywords['const']] : undefined,
  );
  const text = (values: readonly unknown[]) => values.map((value) => stringifyJson(value)).join(', ');
  if (was === undefined && is === undefined) return;
  if (is === undefined) at('enum', 'more', 'allows any value now');
  else if (was === undefined) at('enum', 'less', `allows only ${text(is)} now`);
  if (was === undefined || is === undefined) return;
  const [lost, gained] = [was.filter((value) => !is.includes(value)), is.filter((value) => !was.includes(value))];
  if (lost.length > 0) at('enum', 'less', `no longer allows ${text(lost)}`);
  if (gained.length > 0) at('enum', 'more', `also allows ${text(gained)}`, true);
}

function compareBounds(old: Flat, now: Flat, at: Report): void {
  for (const [names, none] of [
    [lowerBounds, -Infinity],
    [upperBounds, Infinity],
  ] as const) {
    for (const name of names) {
      const [was, is] = [old.keywords[name] ?? none, now.keywords[name] ?? none].map(Number);
      if (was === undefined || is === undefined || was === is || Number.isNaN(was - is)) continue;
      const isTighter = none < 0 ? is > was : is < was;
      const value = now.keywords[name] === undefined ? `has no ${name}` : `has the ${name} ${is}`;
      const earlier = Number.isFinite(was) ? ` (was ${was})` : '';
      at(name, isTighter ? 'less' : 'more', `${value} now${earlier}`, !isTighter);
    }
  }
  for (const name of ['pattern', 'format', 'multipleOf', 'uniqueItems']) {
    const [was, is] = [old.keywords[name], now.keywords[name]];
    if (was === is || (name === 'uniqueItems' && !was && !is)) continue;
    const hasBoth = was !== undefined && is !== undefined;
    // A value in another format is read otherwise.
    const isReplaced = name === 'format' && hasBoth;
    if (is !== undefined) at(name, 'less', `has the ${name} ${stringifyJson(is)} now`);
    if (hasBoth || is === undefined)
      at(name, 'more', hasBoth ? `had the ${name} ${stringifyJson(was)}` : `has no ${name} now`, !isReplaced);
  }
}

/** Compares alternatives. An alternative counts as retained if another one allows the same values. */
function compareAlternatives(
  { before, after, path, hidden }: Pair,
  { old, now, at }: { readonly old: Flat; readonly now: Flat; readonly at: Report },
): void {
  if (old.alternatives.length + now.alternatives.length === 0) return;
  const [was, is] = [old, now].map(({ alternatives, keywords }) =>
    alternatives.length === 0 ? [keywords] : alternatives,
  );
  const fits = (one: unknown, other: unknown, allows: 'less' | 'more') => {
    let fit = true;
    const pair = { hidden, before: { ...before, schema: one }, after: { ...after, schema: other } };
    compare({ ...pair, path: [...path, 'a', 'b', 'c', 'd'] }, (change) => {
      if (change.allows === allows && change.isMild !== true) fit = false;
    });
    return fit;
  };
  const lost = (was ?? []).filter((one) => !(is ?? []).some((other) => fits(one, other, 'less')));
  const gained = (is ?? []).filter((other) => !(was ?? []).some((one) => fits(one, other, 'more')));
  if (lost.length > 0) at('alternatives', 'less', `no longer allows ${lost.map(nameOf).join(', ')}`);
  if (gained.length > 0) at('alternatives', 'more', `also allows ${gained.map(nameOf).join(', ')}`);
}

function nameOf(schema: unknown): string {
  const { $ref, title, type }: Node = Object(schema);
  return String(typeof $ref === 'string' ? $ref.split('/').at(-1) : (title ?? type ?? 'an alternative'));
}

function flatten({ document, schema }: PlacedSchema, depth = 0): Flat {
  const node = resolveReference(document, schema) ?? {};
  const parts = Array.isArray(node['allOf']) && depth < maxDepth ? node['allOf'] : [];
  const inner = parts.map((part) => flatten({ document, schema: part }, depth + 1));
  const own = isObject(node['properties']) ? Object.entries(node['properties']) : [];
  const types = [node['type'] ?? []].flat().map(String);
  return {
    keywords: Object.assign({}, ...inner.map(({ keywords }) => keywords), node),
    types: new Set(types.length > 0 ? types : inner.flatMap((each) => [...each.types])),
    properties: new Map([...inner.flatMap((each) => [...each.properties]), ...own]),
    required: new Set([...inner.flatMap((each) => [...each.required]), ...[node['required'] ?? []].flat().map(String)]),
    alternatives: [
      node['oneOf'] ?? node['anyOf'] ?? inner.find((each) => each.alternatives.length > 0)?.alternatives ?? [],
    ].flat(),
  };
}
