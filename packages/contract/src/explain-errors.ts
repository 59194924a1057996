import type { ErrorObject } from 'ajv/dist/2020.js';
import { describeError } from './describe-error.js';
import { describeValue } from './describe-value.js';
import type { Finding } from './finding.js';
import { isObject } from './is-object.js';

interface Explanation {
  pointer: string;
  /** Prefix of the rule ids: `schema/`, `request/body-`. */
  group: string;
  resolve(reference: string): unknown;
  branchErrors(branch: unknown, value: unknown): ErrorObject[];
}

/** Converts Ajv's errors to findings. Omits errors of unlikely alternatives. */
export function explainErrors(errors: readonly ErrorObject[], context: Explanation): Finding[] {
  const kept = dropImpliedErrors(errors, context.resolve);
  const findings = kept.flatMap((error) =>
    error.keyword === 'oneOf' || error.keyword === 'anyOf'
      ? explainAlternatives(error, context)
      : [describeError(error, context)],
  );
  const seen = new Set<string>();
  return findings.filter(({ ruleId, pointer, message }) => {
    const key = `${ruleId} ${pointer} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

const composite = new Set(['oneOf', 'anyOf', 'contains', 'propertyNames']);

/** Drops inner errors that are implied by the error of a composite keyword. Inner errors come first. */
function dropImpliedErrors(errors: readonly ErrorObject[], resolve: Explanation['resolve']): ErrorObject[] {
  let kept = errors.filter((error) => error.keyword !== 'if');
  for (const error of [...kept].reverse()) {
    if (composite.has(error.keyword) && kept.includes(error)) {
      const end = kept.indexOf(error);
      const isInner = (other: ErrorObject, index: number) =>
        index < end && isAtOrBelow(other.instancePath, error.instancePath);
      const inside = reachable(
        error.schema,
        new Set(kept.filter(isInner).flatMap(({ parentSchema }) => (isObject(parentSchema) ? [parentSchema] : []))),
        resolve,
      );
      kept = kept.filter(
        (other, index) => !(isInner(other, index) && isObject(other.parentSchema) && inside.has(other.parentSchema)),
      );
    }
  }
  // If a part of an object is invalid, Ajv forgets what that part described and reports the rest as undocumented.
  return kept.filter(
    (error) =>
      error.keyword !== 'unevaluatedProperties' ||
      !kept.some(
        (other) => other.keyword !== 'unevaluatedProperties' && isAtOrBelow(other.instancePath, error.instancePath),
      ),
  );
}

function isAtOrBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

/** All schemas within a schema, if a search among them was in vain before. */
const searched = new WeakMap<object, ReadonlySet<object>>();

/** Finds those of some schemas that are within a schema, the nearest first. */
function reachable(schema: unknown, wanted: ReadonlySet<object>, resolve: Explanation['resolve']): ReadonlySet<object> {
  if (wanted.size === 0 || typeof schema !== 'object' || schema === null) return new Set();
  const known = searched.get(schema);
  if (known !== undefined) return known;
  const missing = new Set(wanted);
  const seen = new Set<object>();
  const open: unknown[] = [schema];
  for (const next of open) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    missing.delete(next);
    if (missing.size === 0) return wanted;
    for (const child of Object.values(next)) if (typeof child === 'object') open.push(child);
    if (isObject(next) && typeof next.$ref === 'string') open.push(resolve(next.$ref));
  }
  searched.set(schema, seen);
  return seen;
}

function explainAlternatives(error: ErrorObject, context: Explanation): Finding[] {
  const pointer = context.pointer + error.instancePath;
  const branches: unknown[] = Array.isArray(error.schema) ? error.schema : [];
  const base = { severity: 'error' as const, pointer };
  if (Array.isArray(error.params.passingSchemas)) {
    const message = `${pointer || 'The value'} matches more than one of its ${branches.length} alternatives; it must match one.`;
    return [{ ...base, ruleId: `${context.group}one-of`, message }];
  }
  const candidates = branches.map((branch) => context.branchErrors(branch, error.data));
  const fitting = candidates.filter(
    (found) => !found.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === ''),
  );
  const considered = fitting.length === 0 ? candidates : fitting;
  const merged =
    fitting.length === 0 ? mergeBy('type', considered) : (mergeBy('const', considered) ?? mergeBy('enum', considered));
  const inner = { ...context, pointer };
  if (merged !== undefined) return explainErrors([merged], inner);
  const [best] = [...considered].sort((a, b) => rank(a) - rank(b));
  if (best === undefined || best.length === 0) {
    const message = `${pointer || 'The value'} matches none of its ${branches.length} alternatives, it is ${describeValue(error.data)}.`;
    return [{ ...base, ruleId: `${context.group}any-of`, message }];
  }
  return explainErrors(best, inner);
}

/** Returns how unlikely an alternative is. A wrong constant rules it out; a few missing fields do not. */
function rank(errors: readonly ErrorObject[]): number {
  const wrongConstants = errors.filter(({ keyword }) => keyword === 'const' || keyword === 'enum').length;
  return wrongConstants * 1000 + errors.length;
}

function mergeBy(keyword: 'type' | 'const' | 'enum', candidates: ErrorObject[][]): ErrorObject | undefined {
  const chosen = candidates.map((errors) =>
    errors.find((error) => error.keyword === keyword || (keyword === 'const' && error.keyword === 'enum')),
  );
  const [first] = chosen;
  if (first === undefined || !chosen.every((error) => error?.instancePath === first.instancePath)) return undefined;
  const allowed = [
    ...new Set(chosen.flatMap((error): unknown[] => (Array.isArray(error?.schema) ? error.schema : [error?.schema]))),
  ];
  const merged = keyword === 'type' ? 'type' : 'enum';
  return { ...first, keyword: merged, schema: allowed, params: { type: allowed, allowedValues: allowed } };
}
