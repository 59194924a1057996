import { isDeepStrictEqual } from 'node:util';
import { compareNumbers, isJsonNumber, readNumber, stringifyJson } from '@understudy/contract';
import { type ExpressionScope, evaluateExpression } from './evaluate-expression.js';
import type { LookupResult, MissingValue } from './json-pointer.js';
import type { ComparisonOperator, ConditionOperand, ParsedCondition } from './parse-condition.js';

/** The part of a condition that failed. */
interface ConditionDetail {
  text: string;
  message: string;
  /** The whole condition as a sentence, if it demands a value. */
  sentence?: string;
  /** The operand that reads the response, if any. */
  of?: ConditionOperand;
  expected?: unknown;
  actual?: unknown;
  lacks?: MissingValue['lacks'];
}

/** The result of a condition. `undefined` means that a value is missing, so the criterion does not match. */
interface ConditionResult {
  holds: boolean | undefined;
  details: ConditionDetail[];
}

/**
 * Evaluates a simple condition. The two interpretations below are compatible with the other public runner:
 * - Text comparison is case-sensitive. Arazzo 1.0.1 requires "case insensitive", which would hide an API that returns
 * `Success` for `success`.
 * - A comparison with a missing value never matches, including `!=` and `!`. Numbers and booleans equal their text
 * ("loose comparisons"), because headers have no types. Objects and arrays are compared by content.
 */
export function evaluateCondition(condition: ParsedCondition, scope: ExpressionScope): ConditionResult {
  switch (condition.kind) {
    case 'or':
    case 'and': {
      const decides = condition.kind === 'or';
      const left = evaluateCondition(condition.left, scope);
      if (left.holds === decides) return left;
      const right = evaluateCondition(condition.right, scope);
      if (right.holds === decides) return right;
      const unknown = left.holds === undefined || right.holds === undefined;
      return { holds: unknown ? undefined : !decides, details: [...left.details, ...right.details] };
    }
    case 'not': {
      const inner = evaluateCondition(condition.operand, scope);
      if (inner.holds !== true) return { ...inner, holds: inner.holds === undefined ? undefined : true };
      return { holds: false, details: [{ text: condition.text, message: `${condition.operand.text} is true` }] };
    }
    case 'value':
      return evaluateValue(condition, scope);
    default:
      return evaluateComparison(condition, scope);
  }
}

function evaluateValue(condition: ParsedCondition & { kind: 'value' }, scope: ExpressionScope): ConditionResult {
  const lookup = operandValue(condition.operand, scope);
  if (!lookup.found) return missing(condition.text, lookup, condition.operand);
  if (lookup.value) return { holds: true, details: [] };
  const message = `${condition.text} is ${formatOperand(lookup.value)}`;
  const { text, operand: of } = condition;
  return { holds: false, details: [{ text, message, of, expected: true, actual: lookup.value }] };
}

function evaluateComparison(
  condition: ParsedCondition & { kind: 'comparison' },
  scope: ExpressionScope,
): ConditionResult {
  const left = operandValue(condition.left, scope);
  if (!left.found) return missing(condition.text, left, condition.left);
  const right = operandValue(condition.right, scope);
  if (!right.found) return missing(condition.text, right, condition.right);
  const holds = compare(condition.operator, left.value, right.value);
  if (holds === true) return { holds, details: [] };
  const { text, operator } = condition;
  const of = readsResponse(condition.right) && !readsResponse(condition.left) ? condition.right : condition.left;
  if (holds === undefined) {
    const message = `${formatOperand(left.value)} and ${formatOperand(right.value)} cannot be compared with ${operator}`;
    return { holds, details: [{ text, message, of, actual: left.value }] };
  }
  const message = `${condition.left.text} is ${formatOperand(left.value)}`;
  const expected = operator === '==' ? right.value : `${operator} ${formatOperand(right.value)}`;
  const [demanded, given] = of === condition.left ? [right.value, left.value] : [left.value, right.value];
  const sentence = `Expected ${nameOf(of)} to be ${formatOperand(demanded)}, got ${formatOperand(given)}`;
  const isDemand = operator === '==';
  return { holds, details: [{ text, message, of, expected, actual: left.value, ...(isDemand ? { sentence } : {}) }] };
}

/** Returns a readable name for a part of a response: the status, a header, or a location in the body. */
function nameOf(operand: ConditionOperand): string {
  const { text } = operand;
  if (!('expression' in operand)) return text;
  const { expression } = operand;
  if (expression.kind === 'statusCode') return 'the status';
  if (expression.kind !== 'response') return text;
  if (expression.part === 'header') return `the header ${expression.name}`;
  return expression.part === 'body' && expression.pointer !== '' ? expression.pointer : text;
}

function missing(text: string, { why, lacks }: MissingValue, of: ConditionOperand): ConditionResult {
  return { holds: undefined, details: [{ text, message: why, of, lacks }] };
}

function readsResponse(operand: ConditionOperand): boolean {
  return (
    'expression' in operand && (operand.expression.kind === 'response' || operand.expression.kind === 'statusCode')
  );
}

function operandValue(operand: ConditionOperand, scope: ExpressionScope): LookupResult {
  if ('literal' in operand) return { found: true, value: operand.literal };
  return evaluateExpression(operand.expression, scope);
}

function compare(operator: ComparisonOperator, left: unknown, right: unknown): boolean | undefined {
  const [a, b] = sameType(left, right);
  if (operator === '==') return isDeepStrictEqual(a, b);
  if (operator === '!=') return !isDeepStrictEqual(a, b);
  if (isJsonNumber(a) && isJsonNumber(b)) return ordered(operator, compareNumbers(a, b));
  if (typeof a === 'string' && typeof b === 'string') return ordered(operator, a < b ? -1 : a > b ? 1 : 0);
  return undefined;
}

function ordered(operator: ComparisonOperator, difference: number): boolean {
  if (operator === '<') return difference < 0;
  if (operator === '<=') return difference <= 0;
  return operator === '>' ? difference > 0 : difference >= 0;
}

function sameType(left: unknown, right: unknown): [unknown, unknown] {
  if (typeof left === 'string' && typeof right !== 'string') return [fromText(left, right), right];
  if (typeof right === 'string' && typeof left !== 'string') return [left, fromText(right, left)];
  return [left, right];
}

function fromText(text: string, other: unknown): unknown {
  if (isJsonNumber(other) && text.trim() !== '' && !Number.isNaN(Number(text))) return readNumber(text.trim());
  if (typeof other === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Formats a value in a message: JSON, truncated to a readable length. */
export function formatOperand(value: unknown): string {
  const text = stringifyJson(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
