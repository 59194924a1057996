import { jsonpath } from 'json-p3';

const { expressions, JSONPathEnvironment } = jsonpath;

/** A decimal number with more digits than a double can hold, such as `0.12345678901234567890`. */
export class ExactDecimal {
  /** Significant digits without leading or trailing zeros, such as `-0.12345678901234567891`. */
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
    // Frozen, because stored values that are not frozen are copied.
    Object.freeze(this);
  }

  /** Returns the nearest double, for code that does not know this class. `stringifyJson` writes all digits. */
  toJSON(): number {
    return Number(this.digits);
  }

  toString(): string {
    return this.digits;
  }

  /** Makes equal decimals equal in deep comparisons. */
  valueOf(): string {
    return this.digits;
  }
}

/**
 * A number that a double cannot represent exactly. Integers are a bigint. All other numbers are plain JavaScript
 * numbers, so each number has exactly one representation, and equal integers are `===`.
 */
export type ExactNumber = bigint | ExactDecimal;

/** A number of JSON. */
export type JsonNumber = number | ExactNumber;

/** Maximum length of a number that is read exactly. Longer numbers are rounded to a double. */
const longestText = 1000;

const numberPattern = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** A value of `coefficient / 10 ** scale`. */
interface Scaled {
  coefficient: bigint;
  scale: number;
}

let exists = false;

/** Returns whether this process has read an exact number. If not, values need not be searched for one. */
export function haveExactNumbers(): boolean {
  return exists;
}

/** Parses a JSON number. Numbers outside the range of a double become infinite or zero, as in `JSON.parse`. */
export function readNumber(text: string): JsonNumber {
  const rounded = Number(text);
  // A double preserves any 15 digits, and also the shortest digits that identify it.
  if (text.length < 16 || text.length > longestText || text === String(rounded)) return rounded;
  if (!Number.isFinite(rounded) || rounded === 0) return rounded;
  const exact = scaleText(text);
  // Some languages write a double with 17 digits, such as 24.938379000000001.
  const ofDouble = [String(rounded), ...(Number.isInteger(rounded) ? [] : [rounded.toPrecision(17)])];
  if (exact === undefined || ofDouble.some((each) => isSame(exact, scaleText(each)))) return rounded;
  exists = true;
  return exact.scale <= 0 ? exact.coefficient * 10n ** BigInt(-exact.scale) : new ExactDecimal(writeScaled(exact));
}

/** Returns whether a value is an exact number, which a double cannot hold. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return typeof value === 'bigint' || value instanceof ExactDecimal;
}

/** Returns whether a value is a number of JSON. */
export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === 'number' || isExactNumber(value);
}

/** Returns whether a number is an integer, even if it is written with a zero fraction. */
export function isIntegral(value: JsonNumber): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

/** Compares two numbers by their digits. @returns a negative number, zero or a positive number */
export function compareNumbers(one: JsonNumber, other: JsonNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'bigint' && typeof other === 'bigint') return one < other ? -1 : one > other ? 1 : 0;
  const [a, b] = align(one, other) ?? [Number(one), Number(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns whether a number is a multiple of another one, computed without rounding. */
export function isMultipleOf(value: JsonNumber, divisor: JsonNumber): boolean {
  const [a, b] = align(value, divisor) ?? [];
  return a !== undefined && b !== undefined && b !== 0n && a % b === 0n;
}

/** Scales two numbers to integers of the same unit. @returns undefined if one is infinite */
function align(one: JsonNumber, other: JsonNumber): [bigint, bigint] | undefined {
  const [a, b] = [scaleText(String(one)), scaleText(String(other))];
  if (a === undefined || b === undefined) return undefined;
  const scale = Math.max(a.scale, b.scale);
  return [a.coefficient * 10n ** BigInt(scale - a.scale), b.coefficient * 10n ** BigInt(scale - b.scale)];
}

/** Parses a number with as few digits as possible, so that equal values have equal parts. */
function scaleText(text: string): Scaled | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = numberPattern.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const all = whole + fraction;
  const digits = all.replace(/(?<!0)0+$/, '');
  if (digits === '' || /^0+$/.test(digits)) return { coefficient: 0n, scale: 0 };
  const coefficient = BigInt(digits);
  return {
    coefficient: sign === '-' ? -coefficient : coefficient,
    scale: fraction.length - Number(exponent) - (all.length - digits.length),
  };
}

function isSame(one: Scaled, other: Scaled | undefined): boolean {
  return other !== undefined && one.coefficient === other.coefficient && one.scale === other.scale;
}

function writeScaled({ coefficient, scale }: Scaled): string {
  const sign = coefficient < 0n ? '-' : '';
  const digits = String(coefficient < 0n ? -coefficient : coefficient).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Restores all digits of the number literals in a compiled JSONPath query. */
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
