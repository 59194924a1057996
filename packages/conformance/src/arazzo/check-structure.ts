import { compileSchema, type Finding, isObject, omitUndefined, suggestName } from '@understudy/contract';
import schema from '../../schemas/arazzo.schema.json' with { type: 'json' };
import type { ArazzoDocument } from './model.js';

/** A rule's finding about a file, without the file name and line. */
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
  const problems = [...validate(value, '').map(toProblem), ...checkCalls(value)];
  return problems.length > 0 ? problems : checkUnique(value);
}

/** Returns whether `checkStructure` finds no problems, and narrows the type. */
export function isArazzoDocument(value: unknown): value is ArazzoDocument {
  return checkStructure(value).length === 0;
}

// The alternatives of a step are checked by `checkCalls`, whose message names them.
const { oneOf, ...step } = schema.$defs.step;
const calls = oneOf.flatMap(({ required }) => required);
const validate = compileSchema({ ...schema, $defs: { ...schema.$defs, step } }, 'arazzo/');

function toProblem({ ruleId: rule, pointer, message, expected, actual }: Finding): LintProblem {
  const problem = { rule, pointer, ...omitUndefined({ expected, actual }) };
  const known = Array.isArray(expected) ? expected.map(String) : [];
  if (rule === 'arazzo/enum') return { ...problem, message: message + suggestName(String(actual), known) };
  if (rule !== 'arazzo/undocumented-property') return { ...problem, message };
  const [name = ''] = pointer.split('/').slice(-1);
  const place = pointer.slice(0, -name.length - 1) || 'The file';
  return {
    ...problem,
    rule: 'arazzo/unknown-field',
    message: `${place} has no field "${name}".${suggestName(name, known)}`,
  };
}

/** Checks that each step has exactly one target: an operation, a workflow or a URL. */
function checkCalls(document: unknown): LintProblem[] {
  return listOf(document, 'workflows').flatMap((workflow, index) =>
    listOf(workflow, 'steps').flatMap((each, place) => {
      const given = calls.filter((name) => isObject(each) && Object.hasOwn(each, name));
      if (given.length === 1 || !isObject(each)) return [];
      const pointer = `/workflows/${index}/steps/${place}`;
      const has = given.length === 0 ? 'none' : given.join(' and ');
      const message = `The step at ${pointer} must have exactly one of ${calls.join(', ')}; it has ${has}.`;
      return [{ rule: 'arazzo/one-of', message, pointer, expected: calls, actual: given }];
    }),
  );
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
