import {
  type Finding,
  type FindingSubject,
  matchesJsonPath,
  type ResponsePart,
  runWithTimeout,
  timeoutMarker,
} from '@understudy/contract';
import type { Criterion, ScenarioFile } from '../arazzo/model.js';
import { pickValues } from '../causes/step-issues.js';
import { evaluateCondition, formatOperand } from '../expressions/evaluate-condition.js';
import { type ExpressionScope, evaluateText } from '../expressions/evaluate-expression.js';
import { formatValue } from '../expressions/interpolate.js';
import { type MissingValue, wildcardArrayIndexes } from '../expressions/json-pointer.js';
import { parseCondition } from '../expressions/parse-condition.js';
import { parseExpression, type RuntimeExpression } from '../expressions/parse-expression.js';
import { createScenarioFinding } from './session.js';

const regexTimeoutMs = 500;

/** Evaluates criteria. All must match. Each finding includes the actual value. */
export function checkCriteria(
  criteria: readonly Criterion[] | undefined,
  scope: ExpressionScope,
  file: ScenarioFile,
  pointer: string,
): Finding[] {
  return (criteria ?? []).flatMap((criterion, index) => {
    const failure = checkCriterion(criterion, scope);
    if (failure === undefined) return [];
    const { ruleId, message, ...values } = failure;
    return [createScenarioFinding(file, `${pointer}/${index}`, ruleId, message, values)];
  });
}

/** Returns whether all criteria match, without findings. */
export function matchesAllCriteria(criteria: readonly Criterion[] | undefined, scope: ExpressionScope): boolean {
  return (criteria ?? []).every((criterion) => checkCriterion(criterion, scope) === undefined);
}

/** Returns the type of a criterion, `simple` by default. */
function criterionType(criterion: Criterion): string {
  return typeof criterion.type === 'object' ? criterion.type.type : (criterion.type ?? 'simple');
}

type Failure = Pick<Finding, 'ruleId' | 'message' | 'expected' | 'actual' | 'about'>;

function checkCriterion(criterion: Criterion, scope: ExpressionScope): Failure | undefined {
  const type = criterionType(criterion);
  if (type === 'simple') return checkSimple(criterion.condition, scope);
  if (criterion.context === undefined) return invalidCriterion(criterion, `a ${type} criterion needs a context`);
  const { context: text, condition } = criterion;
  const context = evaluateText(text, scope);
  if (!context.found) {
    const about = subjectOf({ text, lacks: context.lacks }, scope);
    return { ruleId: 'criterion/no-value', message: `${condition}: ${context.why}.`, about };
  }
  const isPath = type === 'jsonpath';
  if (!isPath && type !== 'regex') {
    return invalidCriterion(criterion, `criteria of type ${type} are not supported; use simple, regex or jsonpath`);
  }
  const failure = (isPath ? checkJsonPath : checkRegex)(condition, context.value, criterion);
  return failure && { ...failure, about: subjectOf({ text }, scope, { path: isPath ? condition : undefined }) };
}

function checkSimple(condition: string, scope: ExpressionScope): Failure | undefined {
  const parsed = parseCondition(condition);
  if ('problem' in parsed)
    return { ruleId: 'criterion/syntax', message: `Cannot parse the condition "${condition}": ${parsed.problem}.` };
  const { holds, details } = evaluateCondition(parsed.condition, scope);
  if (holds === true) return undefined;
  const why = details.map((detail) => detail.message).join('; ');
  const [first] = details;
  return {
    ruleId: holds === undefined ? 'criterion/no-value' : 'criterion/false',
    message: details.length === 1 && first?.sentence ? `${first.sentence}.` : `${condition} does not hold: ${why}.`,
    ...(details.length === 1 && first !== undefined ? pickValues(first) : {}),
    about: subjectOf({ text: first?.of?.text ?? condition, lacks: details.find(({ lacks }) => lacks)?.lacks }, scope, {
      wanted: first?.expected,
    }),
  };
}

function checkRegex(pattern: string, value: unknown, criterion: Criterion): Failure | undefined {
  // An Arazzo regular expression has no flags.
  let regex: RegExp;
  try {
    regex = new RegExp(pattern);
  } catch {
    return invalidCriterion(criterion, 'invalid regular expression');
  }
  const found = runWithTimeout(() => regex.test(formatValue(value)), regexTimeoutMs);
  if (found === timeoutMarker) {
    const why = `the regular expression takes longer than ${regexTimeoutMs} ms for this value. Use a simpler one`;
    return invalidCriterion(criterion, why);
  }
  if (found) return undefined;
  const message = `${criterion.context} does not match ${pattern}: it is ${formatOperand(value)}.`;
  return { ruleId: 'criterion/false', message, expected: pattern, actual: value };
}

function checkJsonPath(path: string, value: unknown, criterion: Criterion): Failure | undefined {
  if (value === undefined) return invalidCriterion(criterion, `${criterion.context} is no JSON value`);
  try {
    if (matchesJsonPath(path, value)) return undefined;
  } catch (error) {
    return invalidCriterion(criterion, error instanceof Error ? error.message : String(error));
  }
  const message = `${path} does not match anything in ${criterion.context}, which is ${formatOperand(value)}.`;
  return { ruleId: 'criterion/false', message, expected: path, actual: value };
}

function invalidCriterion(criterion: Criterion, why: string): Failure {
  return { ruleId: 'criterion/syntax', message: `Cannot evaluate the criterion "${criterion.condition}": ${why}.` };
}

/** Returns the subject of a finding: the part of the message that the criterion reads. */
function subjectOf(
  { text, lacks }: { text: string; lacks?: MissingValue['lacks'] },
  { message }: ExpressionScope,
  details: { wanted?: unknown; path?: string | undefined } = {},
): FindingSubject {
  if (lacks !== undefined) return { kind: 'missing-output', ...lacks };
  const parsed = parseExpression(text);
  const status = message?.response === undefined ? {} : { status: message.response.status };
  return { kind: 'expectation', ...status, ...partOf('expression' in parsed ? parsed.expression : undefined) };

  function partOf(expression: RuntimeExpression | undefined): ResponsePart {
    if (expression?.kind === 'statusCode') {
      const wanted = Number(details.wanted ?? Number.NaN);
      return { part: 'status', ...(Number.isInteger(wanted) ? { wanted } : {}) };
    }
    if (expression?.kind !== 'response') return { part: 'value', expression: text };
    if (expression.part === 'header') return { part: 'header', name: expression.name.toLowerCase() };
    if (expression.part !== 'body') return { part: 'value', expression: text };
    const { path } = details;
    return { part: 'body', pointer: wildcardArrayIndexes(expression.pointer), ...(path === undefined ? {} : { path }) };
  }
}
