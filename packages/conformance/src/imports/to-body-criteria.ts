import { isObject } from '@understudy/contract';
import type { Criterion } from '../arazzo/model.js';
import { escapePointerToken } from '../expressions/json-pointer.js';
import type { ForeignObject } from './foreign-object.js';

/** Paths such as `$.body.items[*].id` with their matchers. */
export type BodyMatchingRules = readonly (readonly [string, Readonly<Record<string, unknown>>])[];

/** The paths of relaxed values, because each value of a body is compared with them. */
const relaxedPaths = new WeakMap<BodyMatchingRules, ReadonlySet<string>>();

/** Returns whether a rule accepts other values at a path. */
export function isRelaxed(rules: BodyMatchingRules, path: string): boolean {
  const plain = (rule: string): string => rule.replace(/\['([^']*)'\]/g, '.$1').replace(/\[(?:\d+|\*)\]/g, '[*]');
  const relaxed =
    relaxedPaths.get(rules) ??
    new Set(rules.flatMap(([rule, { match }]) => (match === 'equality' ? [] : [plain(rule)])));
  relaxedPaths.set(rules, relaxed);
  return relaxed.has(path);
}

const most = 200;
/** The matchers that a comparison of the type or value expresses. */
export const ofType = /^(?:type|equality|integer|decimal|number|null|boolean|undefined)$/;

/**
 * Creates criteria for the leaves of an expected body. A leaf must be equal, or only present if a rule relaxes its
 * value.
 */
export function toBodyCriteria(body: unknown, rules: BodyMatchingRules, response: ForeignObject): Criterion[] {
  for (const [path, { match }] of rules)
    if (path === '$.status')
      response.omit(`the matcher "${String(match)}" for ${path} accepts only the example's status`);
    else if (!ofType.test(String(match)))
      response.omit(`the matcher "${String(match)}" for ${path} was reduced to a presence check`);
  const criteria: Criterion[] = [];
  const visit = (value: unknown, pointer: string, path: string, isLoose: boolean): void => {
    const loose = isLoose || isRelaxed(rules, path);
    const at = `$response.body${pointer === '' ? '' : `#${pointer}`}`;
    const literal = typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
    if (Array.isArray(value))
      // For a list with a rule, one item is enough to check its shape.
      for (const [index, item] of value.slice(0, loose ? 1 : most).entries())
        visit(item, `${pointer}/${index}`, `${path}[*]`, loose);
    else if (isObject(value))
      for (const [name, part] of Object.entries(value))
        visit(part, `${pointer}/${escapePointerToken(name)}`, `${path}.${name}`, loose);
    else if (/[^\w./~#$-]/.test(at)) response.omit(`the member name ${path} cannot be used in a criterion`);
    else if (!loose) criteria.push({ condition: `${at} == ${literal}` });
    else if (value !== null) criteria.push({ condition: `${at} != null` });
  };
  if (body !== undefined) visit(body, '', '$.body', false);
  if (criteria.length > most) response.omit(`only the first ${most} of ${criteria.length} values are compared`);
  return criteria.slice(0, most);
}
