import { compareNumbers, isExactNumber, isJsonNumber, readNumber } from '@understudy/contract';
import { Big } from 'big.js';
import { type ExpressionContext, takeSteps } from './expression-context.js';

/** A span of time in milliseconds. */
export class Span {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }
}

/** Number of digits that a double stores exactly. */
const exactDigits = 15;

/**
 * Rounds a result to the digits that a double stores exactly, so that `0.1 + 0.2` is `0.3`. Integers are unchanged.
 */
function exact(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(exactDigits));
}

const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;
const dateOnly = /^\d{4}-\d\d-\d\d$/;
/** Seconds from 2001 to 2128. A larger number is in milliseconds. */
const [leastSeconds, mostSeconds] = [1e9, 5e9];

/** The instant that a value stands for: a date, an RFC 3339 string, or a Unix time. Undefined for any other value. */
export function toInstant(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number' && value >= leastSeconds)
    return value < mostSeconds ? value * 1000 : value >= leastSeconds * 1000 ? value : undefined;
  if (typeof value !== 'string' || !(dateOnly.test(value) || dateTime.test(value))) return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Rounds to a number of decimals, half away from zero. */
export function roundDecimal(value: unknown, digits: unknown): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  if (Number.isInteger(value)) return value;
  const places = typeof digits === 'number' ? Math.min(20, Math.max(0, Math.trunc(digits))) : 0;
  return new Big(exact(value)).round(places, Big.roundHalfUp).toNumber();
}

/**
 * Calculates with numbers that a double cannot store exactly. Undefined unless at least one of the two is such a
 * number.
 */
function calculateExactly(left: unknown, right: unknown, calculate: (one: Big, other: Big) => Big): unknown {
  if (!(isExactNumber(left) || isExactNumber(right)) || !isJsonNumber(left) || !isJsonNumber(right)) return undefined;
  return readNumber(calculate(new Big(String(left)), new Big(String(right))).toFixed());
}

/** The CEL operators on numbers, strings, lists, instants and spans. The result is null if an operand is null. */
export const arithmetic: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '+': (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return exact(left + right);
    if (typeof left === 'string' && typeof right === 'string') return left + right;
    if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
    if (left instanceof Span && right instanceof Span) return new Span(left.milliseconds + right.milliseconds);
    const sum = calculateExactly(left, right, (one, other) => one.plus(other));
    return sum ?? shift(left, right, 1) ?? shift(right, left, 1) ?? concatenate(left, right);
  },
  '-': (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return exact(left - right);
    if (left instanceof Span && right instanceof Span) return new Span(left.milliseconds - right.milliseconds);
    const [from, to] = [toInstant(right), toInstant(left)];
    const difference = calculateExactly(left, right, (one, other) => one.minus(other));
    return (
      difference ?? shift(left, right, -1) ?? (from === undefined || to === undefined ? null : new Span(to - from))
    );
  },
  '*': (left, right) => {
    if (left instanceof Span && typeof right === 'number') return new Span(left.milliseconds * right);
    if (right instanceof Span && typeof left === 'number') return new Span(right.milliseconds * left);
    if (typeof left === 'number' && typeof right === 'number') return exact(left * right);
    return calculateExactly(left, right, (one, other) => one.times(other)) ?? null;
  },
  '/': (left, right) => {
    if (left instanceof Span && right instanceof Span) return divide(left.milliseconds, right.milliseconds);
    return typeof left === 'number' && typeof right === 'number' ? divide(left, right) : null;
  },
  '%': (left, right) =>
    typeof left === 'number' && typeof right === 'number' && right !== 0 ? exact(left % right) : null,
};

function divide(left: number, right: number): number | null {
  return right === 0 ? null : exact(left / right);
}

function shift(instant: unknown, span: unknown, sign: 1 | -1): Date | undefined {
  if (!(span instanceof Span)) return undefined;
  const start = toInstant(instant);
  return start === undefined ? undefined : new Date(start + sign * span.milliseconds);
}

function concatenate(left: unknown, right: unknown): unknown {
  if (typeof left === 'string' && typeof right === 'number') return `${left}${right}`;
  if (typeof left === 'number' && typeof right === 'string') return `${left}${right}`;
  return null;
}

/**
 * Compares two values. Returns a negative number, zero or a positive number, or undefined if they have no order, as
 * with null.
 */
export function compare(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (isJsonNumber(left) && isJsonNumber(right)) return compareNumbers(left, right);
  if (left instanceof Span && right instanceof Span) return left.milliseconds - right.milliseconds;
  const instants = compareInstants(left, right);
  if (instants !== undefined) return instants;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  // A query parameter without a schema is a string.
  if (typeof left === 'number' && isNumeric(right)) return left - Number(right);
  return typeof right === 'number' && isNumeric(left) ? Number(left) - right : undefined;
}

function isNumeric(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

/** Comparison operators, as conditions on the result of {@link compare}. */
export const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Compares any two values for sorting: numbers by size, strings by characters, missing values first. */
export function compareAny(left: unknown, right: unknown): number {
  if (isJsonNumber(left) && isJsonNumber(right)) return compareNumbers(left, right);
  const [one, other] = [String(left ?? ''), String(right ?? '')];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Compares a date with the day of an instant. */
function compareInstants(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return undefined;
  const [one, other] = [toInstant(left), toInstant(right)];
  if (one === undefined || other === undefined) return undefined;
  const [isDay, isOtherDay] = [isDate(left), isDate(right)];
  if (isDay === isOtherDay) return one - other;
  return isDay ? one - startOfDay(other) : startOfDay(one) - other;
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && dateOnly.test(value);
}

function startOfDay(instant: number): number {
  return instant - (((instant % 86_400_000) + 86_400_000) % 86_400_000);
}

/** True if two values are equal. Numbers are compared by value, instants by time, lists and objects deeply. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const [one, other] = [left ?? null, right ?? null];
  if (one === null || other === null) return one === other;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isEqual(each, other[index]));
  if (isPlain(one) && isPlain(other)) {
    const names = Object.keys(one);
    return names.length === Object.keys(other).length && names.every((name) => isEqual(one[name], other[name]));
  }
  if (typeof one === 'string' && typeof other === 'string') return compareInstants(one, other) === 0;
  return compare(one, other) === 0;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** True if a list or a comma-separated string contains a value, or an object has a member of that name. */
export function isIn(context: ExpressionContext, value: unknown, list: unknown): boolean {
  if (Array.isArray(list)) {
    takeSteps(context, list.length);
    return list.some((each) => isEqual(each, value));
  }
  if (typeof list === 'string') return list.split(',').some((each) => isEqual(each.trim(), value));
  return typeof list === 'object' && list !== null && Object.hasOwn(list, String(value));
}
