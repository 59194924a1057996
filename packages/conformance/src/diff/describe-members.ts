import { stringifyJson } from '@understudy/contract';
import type { SchemaChange } from './changes.js';
import type { PlainSchema, PlainSchemas } from './plain-schemas.js';
import { type SchemaView, schemasOf, viewsOf } from './schema-views.js';
import { TellingValues } from './telling-values.js';

const maxDepth = 12;
const maxChanges = 2000;

/** The schemas that can describe a value. There are several if it has alternatives. */
type Choice = readonly PlainSchema[];

/**
 * Lists the members that only one of two schemas describes, and different defaults. A value without the member stays
 * valid, so no value demonstrates these changes.
 *
 * @param hasDefaults whether the receiver fills in defaults for omitted members
 */
export function describeMembers(
  schemas: PlainSchemas,
  [before, after]: readonly [PlainSchema, PlainSchema],
  hasDefaults: boolean,
): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const isSame = (one: Choice, other: Choice): boolean =>
    one.length === other.length && one.every((each, index) => schemas.isAlike(each, other[index] ?? true));
  const compared = new Set<PlainSchema>();
  const values = new TellingValues(schemas, () => []);
  // If a branch was removed, its members are not reported separately.
  const isBranchGone = (old: readonly SchemaView[], name: string, now: Choice) =>
    old.length > 1 &&
    old
      .filter(({ properties }) => properties.has(name))
      .every((view) =>
        schemas
          .check({ anyOf: now }, values.simplestWith(view, name))
          .some(({ ruleId }) => ruleId !== 'schema/undocumented-property'),
      );
  const compare = (pair: readonly [Choice, Choice], path: readonly string[]): void => {
    const [old, now] = pair.map((choice) => choice.flatMap((each) => viewsOf(schemas, each)));
    if (old === undefined || now === undefined || path.length > maxDepth || changes.length > maxChanges) return;
    // Schemas that refer to themselves show the same differences at each depth.
    const [first = true] = pair[0];
    if (pair[0].length === 1 && compared.has(schemas.resolve(first))) return;
    compared.add(schemas.resolve(first));
    if (hasDefaults) changes.push(...compareDefaults(old, now, path));
    for (const name of new Set([...old, ...now].flatMap(({ properties }) => [...properties.keys()]))) {
      const [one = [], other = []] = [old, now].map((views) =>
        unique(schemasOf(views, ({ properties }) => properties.get(name))),
      );
      const own = { path: [...path, name], isMild: true, witnesses: [] };
      // A schema that is a map also describes the member.
      if (other.length === 0 && !isMap(now)) {
        if (isBranchGone(old, name, pair[1])) continue;
        changes.push({ ...own, rule: 'removed', allows: 'more', says: 'is removed' });
      } else if (one.length === 0 && !isMap(old))
        changes.push({ ...own, rule: 'added', allows: 'less', says: 'is added' });
      else if (one.length > 0 && other.length > 0 && !isSame(one, other)) compare([one, other], [...path, name]);
    }
    for (const keyword of ['items', 'additionalProperties']) {
      const [one, other] = [innerOf(old, keyword), innerOf(now, keyword)];
      if (one.length > 0 && other.length > 0 && !isSame(one, other)) compare([one, other], [...path, '*']);
    }
  };
  compare([[before], [after]], []);
  return changes;
}

function isMap(views: readonly SchemaView[]): boolean {
  return (
    views.length > 0 &&
    views.every(
      ({ inner, properties }) => typeof inner.get('additionalProperties') === 'object' && properties.size === 0,
    )
  );
}

function innerOf(views: readonly SchemaView[], keyword: string): PlainSchema[] {
  return unique(schemasOf(views, ({ inner }) => inner.get(keyword))).filter((each) => typeof each === 'object');
}

function unique(schemas: readonly PlainSchema[]): PlainSchema[] {
  const distinct = [...new Set(schemas)];
  return distinct.length < 2 ? distinct : [...new Map(distinct.map((each) => [stringifyJson(each), each])).values()];
}

function compareDefaults(
  old: readonly SchemaView[],
  now: readonly SchemaView[],
  path: readonly string[],
): SchemaChange[] {
  const [was, is] = [old, now].map((views) => stringifyJson(views.flatMap(({ all }) => all.get('default') ?? [])[0]));
  if (was === undefined || was === is) return [];
  const says = `has ${is === undefined ? 'no default' : `the default ${is}`} now (was ${was})`;
  return [{ rule: 'default', path, allows: 'less', says, isMild: true, witnesses: [] }];
}
