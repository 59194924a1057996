import { jsonpath } from 'json-p3';
import { compareNumbers, isExactNumber, isJsonNumber, readNumber } from './exact-number.js';

const { expressions, JSONPathEnvironment } = jsonpath;

/** Gives the number literals of a compiled JSONPath query all digits of its text. */
export function keepLiteralDigits(part: unknown, seen = new Set<unknown>()): void {
  if (typeof part !== 'object' || part === null || seen.has(part) || part instanceof JSONPathEnvironment) return;
  seen.add(part);
  if (part instanceof expressions.NumberLiteral) Object.assign(part, { value: readNumber(part.token.value) });
  for (const child of Object.values(part)) keepLiteralDigits(child, seen);
}

/** Compares two values of a JSONPath filter. Numbers that a double cannot hold are compared by their digits. */
export function compareOperands(one: unknown, operator: string, other: unknown): boolean {
  if (!(isExactNumber(one) && isJsonNumber(other)) && !(isExactNumber(other) && isJsonNumber(one)))
    return expressions.compare(one, operator, other);
  const order = compareNumbers(one, other);
  if (order === 0) return ['==', '<=', '>='].includes(operator);
  return operator === '!=' || operator.startsWith(order < 0 ? '<' : '>');
}
