import type { ErrorObject } from 'ajv/dist/2020.js';
import { describeValue, truncateValue } from './describe-value.js';
import { createErrorFinding, type Finding } from './finding.js';
import { joinPointer } from './json-pointer.js';
import { isObject, membersOf } from './objects.js';

interface Explanation {
  pointer: string;
  /** Prefix of the rule ids: `schema/`, `request/body-`. */
  group: string;
  resolve(reference: string): unknown;
  branchErrors(branch: unknown, value: unknown): ErrorObject[];
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const formatNames: Readonly<Record<string, string>> = {
  date: 'a date (YYYY-MM-DD)',
  'date-time': 'an RFC 3339 date and time with offset',
  time: 'an RFC 3339 time with offset',
  duration: 'an ISO 8601 duration',
  email: 'an e-mail address',
  uri: 'an absolute URI',
  uuid: 'a UUID',
  int32: 'a 32-bit integer',
  int64: 'a 64-bit integer',
};

/** The rule, the phrase after "must", and the expected value. */
type Rule = (error: ErrorObject) => { rule: string; phrase: string; expected: unknown };

const limit =
  (rule: string, before: string, after = ''): Rule =>
  ({ params }) => ({ rule, phrase: `${before} ${String(params.limit)}${after}`, expected: params.limit });

const rules: Readonly<Record<string, Rule>> = {
  type: ({ params }) => {
    const types: unknown[] = Array.isArray(params.type) ? params.type : [params.type];
    const phrase = `be ${types.map((type) => typeNames[String(type)] ?? String(type)).join(' or ')}`;
    return { rule: 'type', phrase, expected: types.length === 1 ? types[0] : types };
  },
  enum: ({ params }) => {
    const values: unknown[] = Array.isArray(params.allowedValues) ? params.allowedValues : [];
    const phrase = `be ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;
    return { rule: 'enum', phrase, expected: values };
  },
  const: ({ params }) => ({
    rule: 'const',
    phrase: `be ${describeValue(params.allowedValue)}`,
    expected: params.allowedValue,
  }),
  format: ({ params }) => {
    const name = formatNames[String(params.format)] ?? `in the format ${String(params.format)}`;
    return { rule: 'format', phrase: `be ${name}`, expected: params.format };
  },
  // The description's examples are easier to read than a regular expression.
  pattern: ({ params, parentSchema }) => {
    const examples: unknown[] = Array.isArray(parentSchema?.examples) ? parentSchema.examples : [];
    const shown = examples.slice(0, 3).map(describeValue).join(' or ');
    return {
      rule: 'pattern',
      phrase: shown === '' ? `match ${String(params.pattern)}` : `have a form such as ${shown}`,
      expected: params.pattern,
    };
  },
  multipleOf: ({ params: { multipleOf } }) => ({
    rule: 'multiple-of',
    phrase: `be a multiple of ${String(multipleOf)}`,
    expected: multipleOf,
  }),
  minimum: limit('minimum', 'be at least'),
  maximum: limit('maximum', 'be at most'),
  exclusiveMinimum: limit('minimum', 'be more than'),
  exclusiveMaximum: limit('maximum', 'be less than'),
  minLength: limit('min-length', 'have at least', ' characters'),
  maxLength: limit('max-length', 'have at most', ' characters'),
  minItems: limit('min-items', 'have at least', ' items'),
  maxItems: (error) =>
    error.params.limit === 0
      ? { rule: 'max-items', phrase: `be empty${saidBy(error.parentSchema)}`, expected: 0 }
      : limit('max-items', 'have at most', ' items')(error),
  minProperties: limit('min-properties', 'have at least', ' properties'),
  maxProperties: limit('max-properties', 'have at most', ' properties'),
};

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
  // If a part of an object is invalid, Ajv forgets which properties that part described and reports them as
  // undocumented.
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

/** Cached subschemas of schemas in which an earlier search did not find everything. */
const searched = new WeakMap<object, ReadonlySet<object>>();

/** Returns a set that contains the `wanted` schemas that are within a schema. Searches the nearest ones first. */
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

/** Ranks how unlikely an alternative is. A wrong constant rules it out; a few missing fields do not. */
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

/** Returns a schema's description in brackets, to explain why a value is not allowed. */
function saidBy(schema: unknown): string {
  const said = isObject(schema) ? schema['description'] : undefined;
  return typeof said === 'string' ? ` (${said.replace(/\.$/, '')})` : '';
}

function describeError(error: ErrorObject, context: { pointer: string; group: string }): Finding {
  const { keyword, params, data } = error;
  const pointer = context.pointer + error.instancePath;
  const where = pointer === '' ? 'The value' : pointer;
  const actual = truncateValue(data);
  const make = (rule: string, message: string, details: Partial<Finding> = {}, at = pointer): Finding =>
    createErrorFinding(`${context.group}${rule}`, message, at, details);
  const described = rules[keyword]?.(error);
  if (described !== undefined) {
    const { rule, phrase, expected } = described;
    return make(rule, `${where} must ${phrase}, but is ${describeValue(data)}.`, { expected, actual });
  }
  switch (keyword) {
    case 'required':
    case 'dependentRequired': {
      const at = joinPointer(pointer, String(params.missingProperty));
      const because =
        keyword === 'required' ? '' : ` because ${joinPointer(pointer, String(params.property))} is given`;
      return make('required', `${at} is required${because}, but missing.`, {}, at);
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      const at = joinPointer(pointer, name);
      const known = isObject(error.parentSchema?.properties) ? Object.keys(error.parentSchema.properties) : [];
      const allowed =
        known.length === 0 ? '' : `; documented are ${known.slice(0, 20).join(', ')}${known.length > 20 ? ' …' : ''}`;
      const member = truncateValue(isObject(data) ? data[name] : undefined);
      const details = { ...(known.length === 0 ? {} : { expected: known }), actual: member };
      const group = context.group.startsWith('response/') ? 'response/' : context.group;
      return createErrorFinding(`${group}undocumented-property`, `${at} is not documented${allowed}.`, at, details);
    }
    case 'uniqueItems': {
      const items = `${String(params.j)} and ${String(params.i)}`;
      return make('unique-items', `${where} must not repeat an item, but items ${items} are equal.`);
    }
    case 'propertyNames': {
      const { propertyName } = params;
      const at = joinPointer(pointer, String(propertyName));
      const { description } = membersOf(error.parentSchema?.propertyNames);
      const why = typeof description === 'string' ? `: ${description}` : '';
      return make('property-names', `${at} is not an allowed property name${why}.`, { actual: propertyName }, at);
    }
    case 'contains': {
      const least = String(params.minContains);
      return make('contains', `${where} must contain at least ${least} item of the documented kind.`);
    }
    case 'not':
      return make('not', `${where} has a form that is excluded${saidBy(error.schema)}.`, { actual });
    case 'false schema':
      return make('not-allowed', `${where} is not allowed here.`, { actual });
    default: {
      const rule = keyword.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return make(rule, `${where} ${error.message ?? 'is not valid'}.`, { actual });
    }
  }
}
