import { type Finding, isObject, joinPointer, omitUndefined, stringifyJson, suggestName } from '@understudy/contract';
import type { ArazzoDocument } from './model.js';
import { arazzoDocumentShape, type DocumentShape } from './shapes.js';

/** One rule's finding about one file, without file and line. */
export interface LintProblem {
  rule: string;
  message: string;
  pointer: string;
  severity?: 'error' | 'warning';
  expected?: unknown;
  actual?: unknown;
}

export function toFinding(
  { rule, severity = 'error', ...problem }: LintProblem,
  file: string,
  lineOf: (pointer: string) => number | undefined,
): Finding {
  return { ruleId: rule, severity, ...problem, file, ...omitUndefined({ line: lineOf(problem.pointer) }) };
}

/**
 * Checks a parsed file against the structure of Arazzo 1.0.1. If there are no problems, the value is an
 * `ArazzoDocument`.
 */
export function checkStructure(value: unknown): LintProblem[] {
  const problems = check(value, arazzoDocumentShape, '');
  return problems.length > 0 ? problems : checkUnique(value);
}

/** Returns whether `checkStructure` finds no problems, and narrows the type. */
export function isArazzoDocument(value: unknown): value is ArazzoDocument {
  return checkStructure(value).length === 0;
}

function check(value: unknown, shape: DocumentShape, pointer: string): LintProblem[] {
  switch (shape.kind) {
    case 'any':
      return [];
    case 'text':
      return typeof value === 'string' ? checkText(value, shape, pointer) : wrongType('a text', value, pointer);
    case 'number':
      if (typeof value === 'number' && value >= 0 && (!shape.integer || Number.isInteger(value))) return [];
      return wrongType(shape.integer ? 'a whole number from 0' : 'a number from 0', value, pointer);
    case 'list':
      return Array.isArray(value) ? checkList(value, shape, pointer) : wrongType('a list', value, pointer);
    case 'map':
      return isObject(value) ? checkMap(value, shape, pointer) : wrongType('a mapping', value, pointer);
    case 'either':
      return check(value, isObject(value) ? shape.object : shape.text, pointer);
    default:
      return isObject(value) ? checkObject(value, shape, pointer) : wrongType('a mapping', value, pointer);
  }
}

function checkText(value: string, shape: DocumentShape & { kind: 'text' }, pointer: string): LintProblem[] {
  if (shape.among !== undefined && !shape.among.includes(value)) {
    const allowed = shape.among.join(', ');
    const message = `"${value}" at ${pointer} must be one of ${allowed}.${suggestName(value, shape.among)}`;
    return [{ rule: 'arazzo/value', message, pointer, expected: shape.among, actual: value }];
  }
  if (shape.pattern === undefined || shape.pattern.test(value)) return [];
  const { source } = shape.pattern;
  const version = pointer === '/arazzo' ? ' This engine reads Arazzo 1.0.x and 1.1.x.' : '';
  const message = `"${value}" at ${pointer} must have the form ${source}.${version}`;
  return [{ rule: 'arazzo/form', message, pointer, expected: source, actual: value }];
}

function checkList(value: unknown[], shape: DocumentShape & { kind: 'list' }, pointer: string): LintProblem[] {
  if (value.length < (shape.atLeast ?? 0)) {
    return [{ rule: 'arazzo/empty-list', message: `${pointer} must have at least one entry.`, pointer }];
  }
  return value.flatMap((item, index) => check(item, shape.of, `${pointer}/${index}`));
}

function checkMap(
  value: Record<string, unknown>,
  shape: DocumentShape & { kind: 'map' },
  pointer: string,
): LintProblem[] {
  return Object.entries(value).flatMap(([key, item]) => {
    const at = joinPointer(pointer, key);
    const problems = check(item, shape.of, at);
    if (shape.key === undefined || shape.key.test(key)) return problems;
    const message = `The name "${key}" at ${pointer} can contain only letters, digits, ".", "-" and "_".`;
    return [{ rule: 'arazzo/name', message, pointer: at, actual: key }, ...problems];
  });
}

function checkObject(
  value: Record<string, unknown>,
  shape: DocumentShape & { kind: 'object' },
  pointer: string,
): LintProblem[] {
  const place = pointer === '' ? 'the root' : pointer;
  // A Reusable Object needs nothing but its reference, wherever one is allowed.
  const reusable = Object.hasOwn(shape.fields, 'reference') && Object.hasOwn(value, 'reference');
  const problems = (reusable ? [] : shape.required)
    .filter((name) => !Object.hasOwn(value, name))
    .map((name): LintProblem => {
      const message = `The ${shape.name} at ${place} has no "${name}"; add it.`;
      return { rule: 'arazzo/required', message, pointer, expected: name };
    });
  const { oneOf = [] } = shape;
  const given = oneOf.filter((name) => Object.hasOwn(value, name));
  if (oneOf.length > 0 && given.length !== 1) {
    const has = given.length === 0 ? 'none' : given.join(' and ');
    const message = `The ${shape.name} at ${place} must have exactly one of ${oneOf.join(', ')}; it has ${has}.`;
    problems.push({ rule: 'arazzo/one-of', message, pointer, expected: oneOf, actual: given });
  }
  for (const [name, item] of Object.entries(value)) {
    const at = joinPointer(pointer, name);
    const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    if (field !== undefined) problems.push(...check(item, field, at));
    else if (!name.startsWith('x-')) {
      const hint = suggestName(name, Object.keys(shape.fields));
      const message = `The ${shape.name} at ${place} has no field "${name}".${hint}`;
      problems.push({ rule: 'arazzo/unknown-field', message, pointer: at, actual: name });
    }
  }
  return problems;
}

function wrongType(expected: string, value: unknown, pointer: string): LintProblem[] {
  const actual = Array.isArray(value) ? 'a list' : isObject(value) ? 'a mapping' : stringifyJson(value ?? null);
  const message = `${pointer === '' ? 'The file' : pointer} must be ${expected}; it is ${actual}.`;
  return [{ rule: 'arazzo/type', message, pointer, expected, actual }];
}

function checkUnique(document: unknown): LintProblem[] {
  const workflows = listOf(document, 'workflows');
  return [
    ...duplicates(listOf(document, 'sourceDescriptions'), 'name', '/sourceDescriptions'),
    ...duplicates(workflows, 'workflowId', '/workflows'),
    ...workflows.flatMap((item, index) => duplicates(listOf(item, 'steps'), 'stepId', `/workflows/${index}/steps`)),
  ];
}

function listOf(value: unknown, field: string): unknown[] {
  const list = isObject(value) ? value[field] : undefined;
  return Array.isArray(list) ? list : [];
}

function duplicates(items: unknown[], field: string, pointer: string): LintProblem[] {
  const ids = items.map((item) => (isObject(item) ? item[field] : undefined));
  return ids.flatMap((id, index) => {
    if (ids.indexOf(id) === index) return [];
    const message = `The ${field} "${String(id)}" is used twice under ${pointer}; rename one.`;
    return [{ rule: 'arazzo/duplicate', message, pointer: `${pointer}/${index}/${field}`, actual: id }];
  });
}
