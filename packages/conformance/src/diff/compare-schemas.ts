import { isObject, parsePointer, stringifyJson, timeoutRuleSuffix } from '@understudy/contract';
import type { SchemaChange } from './changes.js';
import { describeMembers } from './describe-members.js';
import type { PlainSchema, PlainSchemas } from './plain-schemas.js';
import { type SchemaPart, separateSchemas } from './schema-parts.js';
import { schemasOf, viewsOf } from './schema-views.js';
import { mapKey, TellingValues } from './telling-values.js';

/** A reason why a schema rejects values, with the rejected values. */
interface Refusal {
  readonly rule: string;
  readonly path: readonly string[];
  readonly allows: 'less' | 'more';
  readonly isForeign: boolean;
  readonly witnesses: unknown[];
  readonly expected: unknown;
  /** The rejected values at the path. */
  readonly values: unknown[];
}

interface Search {
  readonly own: PlainSchema;
  readonly other: PlainSchema;
  readonly values: TellingValues;
}

/** Rules whose relaxation clients usually tolerate. */
const tolerated = /^(?:enum|const|pattern|format|multiple-of|contains)$/;
const bounds = /^m(?:in|ax)/;
/** Maximum number of rejected values. Further values usually repeat the same reasons. */
const maxRefused = 300;
const maxDepth = 12;
/** Maximum number of example values for a change. */
const maxWitnesses = 10;
/** Maximum number of changes to a schema to repeat wherever it occurs. Longer lists are shortened. */
const maxShared = 60;
const maxChanges = 1000;

/**
 * Lists the differences between two schemas that affect which values are valid. Each difference includes a value that
 * only one of the schemas accepts, if one was found.
 *
 * @param hasDefaults whether the receiver fills in defaults for omitted members
 */
export function compareSchemas(
  schemas: PlainSchemas,
  pair: readonly [PlainSchema, PlainSchema],
  hasDefaults: boolean,
): readonly SchemaChange[] {
  if (schemas.isAlike(...pair)) return [];
  // Cached, because many operations share messages, and many messages share parts.
  const key = stringifyJson([...pair, hasDefaults]);
  const known = schemas.compared.get(key);
  if (known !== undefined) return known;
  schemas.compared.set(key, []);
  const { parts, oldWithParts, nowWithParts } = separateSchemas(schemas, pair);
  const changes = [
    ...listChanges(schemas, { less: [pair[0], nowWithParts], more: [pair[1], oldWithParts] }, hasDefaults),
    ...parts.flatMap((part) => changesOfPart(schemas, [pair, part], hasDefaults)),
  ];
  const sorted = firstOfEach(changes).sort((one, other) => (one.path.join('/') < other.path.join('/') ? -1 : 1));
  schemas.compared.set(key, sorted);
  return sorted;
}

function changesOfPart(
  schemas: PlainSchemas,
  [whole, part]: readonly [readonly [PlainSchema, PlainSchema], SchemaPart],
  hasDefaults: boolean,
): SchemaChange[] {
  const values = new TellingValues(schemas, () => []);
  const simplest = { less: values.simplestOf(whole[0]), more: values.simplestOf(whole[1]) };
  return compareSchemas(schemas, part.pair, hasDefaults).flatMap((change) => {
    const { path, allows, witnesses } = change;
    if (part.path.length + path.length > maxDepth) return [];
    const wrapped = witnesses.map((value) => part.wrap(value, simplest[allows]));
    return [{ ...change, path: [...part.path, ...path], witnesses: wrapped }];
  });
}

/** Shortens a long list to the outermost change of each kind for each member name. */
function firstOfEach(changes: readonly SchemaChange[]): SchemaChange[] {
  if (changes.length <= maxShared) return [...changes];
  const nearest = [...changes].sort((one, other) => one.path.length - other.path.length);
  const kinds = new Map<string, SchemaChange>();
  for (const change of nearest) {
    const kind = [change.rule, change.allows, change.path.at(-1), change.says].join(' ');
    if (!kinds.has(kind)) kinds.set(kind, change);
  }
  return [...kinds.values()].slice(0, maxChanges);
}

function listChanges(
  schemas: PlainSchemas,
  { less, more }: Readonly<Record<'less' | 'more', readonly [own: PlainSchema, other: PlainSchema]>>,
  hasDefaults: boolean,
): SchemaChange[] {
  const telling = (allows: 'less' | 'more') => (own: PlainSchema, other: PlainSchema) =>
    compareSchemas(schemas, allows === 'less' ? [own, other] : [other, own], hasDefaults)
      .filter((change) => change.allows === allows)
      .flatMap(({ witnesses, isForeign = false }) => witnesses.map((value) => ({ value, isForeign })));
  const refusals = (['less', 'more'] as const).flatMap((allows) => {
    const [own, other] = allows === 'less' ? less : more;
    if (schemas.isAlike(own, other)) return [];
    return findRefusals(schemas, { own, other, allows, values: new TellingValues(schemas, telling(allows)) });
  });
  const members = describeMembers(schemas, less, hasDefaults);
  const narrower = new Set(
    refusals.filter(({ allows }) => allows === 'less').map((each) => `${each.rule} ${each.path.join('/')}`),
  );
  const changes = refusals.flatMap((refusal): SchemaChange[] => {
    const limit = (schema: PlainSchema) => limitAt(schemas, schema, { path: refusal.path, name: nameOf(refusal.rule) });
    const change = toChange(refusal, members, [limit(less[0]), limit(more[0])]);
    // The receiver would misread a value in a different format.
    const isReplaced = refusal.rule === 'format' && narrower.has(`format ${refusal.path.join('/')}`);
    return change === undefined ? [] : [isReplaced ? { ...change, isMild: false } : change];
  });
  const told = new Set(changes.map(({ path, allows }) => `${allows} ${path.join('/')}`));
  // A member with a reported change is not listed again.
  const others = members.filter(({ path, allows }) => !told.has(`${allows} ${path.join('/')}`));
  return [...changes, ...others];
}

/** Finds values of one schema that the other one rejects. */
function findRefusals(
  schemas: PlainSchemas,
  { own, other, allows, values }: Pick<Refusal, 'allows'> & Search,
): Refusal[] {
  const found = new Map<string, Refusal>();
  let refused = 0;
  for (const { value, isForeign = false } of values.of(own, other)) {
    const reasons = schemas
      .check(other, value)
      .filter(({ severity, ruleId }) => severity === 'error' && ruleId !== `schema/${timeoutRuleSuffix}`);
    if (reasons.length === 0 || schemas.check(own, value).length > 0) continue;
    refused += 1;
    if (refused > maxRefused) break;
    for (const reason of reasons) {
      const rule = reason.ruleId.slice('schema/'.length);
      const pointer = parsePointer(reason.pointer);
      // Only the member's name is wrong.
      const isName = rule === 'property-names';
      const path = toPath(value, isName ? pointer.slice(0, -1) : pointer);
      const key = `${rule} ${path.join('/')} ${isForeign}`;
      const at = isName ? pointer.at(-1) : valueAt(value, pointer);
      const known = found.get(key);
      if (known === undefined) {
        const { expected } = reason;
        found.set(key, { rule, path, allows, isForeign, witnesses: [value], expected, values: [at] });
      } else {
        known.values.push(at);
        if (known.witnesses.length < maxWitnesses) known.witnesses.push(value);
      }
    }
  }
  const all = [...found.values()];
  return all.filter((each) => !each.isForeign || !all.some((one) => !one.isForeign && one.rule === each.rule));
}

/** Replaces list indexes and the names of map members in a pointer. */
function toPath(value: unknown, pointer: readonly string[]): string[] {
  return pointer.map((token, index) =>
    token.startsWith(mapKey) || Array.isArray(valueAt(value, pointer.slice(0, index))) ? '*' : token,
  );
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}

/** A keyword that limits values, such as `exclusiveMinimum`, and its value. */
type Limit = readonly [keyword: string, value: unknown];

/** Returns the keyword of a rule at a location in the schema. Undefined if there is none. */
function limitAt(
  schemas: PlainSchemas,
  schema: PlainSchema,
  { path, name }: { readonly path: readonly string[]; readonly name: string },
): Limit | undefined {
  let views = viewsOf(schemas, schema);
  for (const name of path) {
    const inner = schemasOf(
      views,
      ({ properties, inner: own }) => properties.get(name) ?? own.get('items') ?? own.get('additionalProperties'),
    );
    views = inner.flatMap((each) => viewsOf(schemas, each));
  }
  const exclusive = `exclusive${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [name, exclusive].flatMap((each) =>
    views.flatMap(({ all }) => (all.get(each) ?? []).map((value): Limit => [each, value])),
  )[0];
}

type Limits = readonly [was: Limit | undefined, is: Limit | undefined];

function toChange(refusal: Refusal, members: readonly SchemaChange[], limits: Limits): SchemaChange | undefined {
  const { rule, path, allows, isForeign, witnesses } = refusal;
  const at = path.join('/');
  const member = members.find(
    (each) => each.path.join('/') === at && (each.rule === 'removed' || each.rule === 'added'),
  );
  const isLess = allows === 'less';
  // Values that combine members of several branches were not described before.
  if (isForeign && rule === 'one-of') return undefined;
  if (rule === 'undocumented-property') {
    if (isForeign) {
      const says = `${isLess ? 'forbids' : 'allows'} further properties now`;
      return { rule: 'further-properties', path: path.slice(0, -1), allows, says, isMild: true, isForeign, witnesses };
    }
    // The member was added or removed.
    if (member !== undefined)
      return isLess && member.rule === 'removed' ? { ...member, isMild: false, witnesses } : undefined;
  }
  if (rule === 'required' && !isLess && member?.rule === 'removed') return { ...member, isMild: false, witnesses };
  const isMild = !isLess && tolerated.test(rule) && !refusal.values.includes(null);
  return { rule: nameOf(rule), path, allows, says: describe(refusal, limits), isMild, witnesses };
}

/** Returns the reported name of a rule. */
function nameOf(rule: string): string {
  if (rule === 'undocumented-property') return 'further-properties';
  if (rule === 'one-of' || rule === 'any-of' || rule === 'not') return 'alternatives';
  return rule === 'const' ? 'enum' : rule.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}

function describe({ rule, allows, expected, values }: Refusal, [was, is]: Limits): string {
  const isLess = allows === 'less';
  const text = (each: unknown) => stringifyJson(each) ?? 'nothing';
  const shown = [...new Set(values.map(text))].slice(0, 10).map((each) => each.slice(0, 200));
  if (rule === 'required') return isLess ? 'is required now' : 'can be missing now';
  const types = [...new Set(values.map(typeOf))];
  if (rule === 'type' && isLess && types.length > 3) return `can only be ${[expected].flat().join(' or ')} now`;
  if (rule === 'type') return `can ${isLess ? 'no longer' : 'also'} be ${types.join(' or ')}`;
  if (bounds.test(rule) || rule === 'format' || rule === 'pattern' || rule === 'multiple-of') {
    const now = is ?? (isLess ? ([nameOf(rule), expected] as const) : undefined);
    const before = was ?? (isLess ? undefined : ([nameOf(rule), expected] as const));
    const value = now === undefined ? `no ${before?.[0] ?? nameOf(rule)}` : `the ${now[0]} ${text(now[1])}`;
    const earlier = before && (now === undefined || now[0] === before[0] ? '' : `the ${before[0]} `) + text(before[1]);
    return `has ${value} now${earlier === undefined ? '' : ` (was ${earlier})`}`;
  }
  if (rule === 'unique-items') return isLess ? 'must have unique items now' : 'can repeat items now';
  if (rule === 'property-names') return `${isLess ? 'no longer' : 'also'} allows members named ${shown.join(', ')}`;
  if (rule === 'undocumented-property') return isLess ? 'is not allowed now' : 'is allowed now';
  return `${isLess ? 'no longer' : 'also'} allows ${shown.join(', ')}`;
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
