import { formatDate } from '../model/calendar.js';
import type { DefinitionFinding } from '../model/job.js';
import { rosteringLimits } from './limits.js';

/** A value of the definition with its JSON pointer. Methods report errors and then return undefined. */
export class JsonField {
  constructor(
    readonly value: unknown,
    readonly pointer: string,
    private readonly findings: DefinitionFinding[],
  ) {}

  /** The property or item. Its value is undefined when there is none. */
  at(key: string | number): JsonField {
    const { value } = this;
    const next = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    return new JsonField(
      next,
      `${this.pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
      this.findings,
    );
  }

  /** A copy of its properties. */
  get members(): Record<string, unknown> {
    return typeof this.value === 'object' ? { ...this.value } : {};
  }

  /** Absent or null: an optional property that is not used. */
  get absent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** The property's name. Items are named with their list: `dates/0`. */
  get name(): string {
    return /[^/]+(\/\d+)*$/.exec(this.pointer)?.[0] ?? 'the job definition';
  }

  fail(ruleId: string, message: string): undefined {
    if (this.findings.length < rosteringLimits.maxFindings) {
      this.findings.push({ ruleId, pointer: this.pointer, message });
    }
    return undefined;
  }

  private wrongType(wanted: string): undefined {
    if (this.value === undefined) return this.fail('job/required', `"${this.name}" is required and must be ${wanted}.`);
    return this.fail('job/type', `"${this.name}" must be ${wanted}, but is ${describe(this.value)}.`);
  }

  isObject(): boolean {
    if (typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value)) return true;
    this.wrongType('an object');
    return false;
  }

  list(what = 'an array'): JsonField[] | undefined {
    if (!Array.isArray(this.value)) return this.wrongType(what);
    return this.value.map((_, index) => this.at(index));
  }

  /** The items of an optional array. */
  items(what: string): JsonField[] {
    return this.absent ? [] : (this.list(what) ?? []);
  }

  string(): string | undefined {
    if (typeof this.value !== 'string') return this.wrongType('a string');
    return this.value;
  }

  /** A string that is not empty: an id. */
  id(): string | undefined {
    const text = this.string();
    if (text === undefined) return undefined;
    return text.trim() === '' ? this.fail('job/empty-id', `"${this.name}" must not be empty.`) : text;
  }

  /** A string, or null where there is none. */
  optionalString(): string | null {
    return this.absent ? null : (this.string() ?? null);
  }

  /** A boolean, or `otherwise` where there is none. */
  optionalBoolean(otherwise: boolean): boolean {
    if (this.absent) return otherwise;
    return typeof this.value === 'boolean' ? this.value : (this.wrongType('true or false') ?? false);
  }

  integer(min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
    if (typeof this.value !== 'number' || !Number.isInteger(this.value)) return this.wrongType('an integer');
    return this.inRange(this.value, min, max);
  }

  /** An integer, or `otherwise` where there is none. */
  optionalInteger<T>(otherwise: T, min: number, max?: number): number | T | undefined {
    return this.absent ? otherwise : this.integer(min, max);
  }

  number(min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
    if (typeof this.value !== 'number' || !Number.isFinite(this.value)) return this.wrongType('a number');
    return this.inRange(this.value, min, max);
  }

  private inRange(value: number, min: number, max: number): number | undefined {
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `at least ${min}` : `between ${min} and ${max}`;
    return this.fail('job/range', `"${this.name}" must be ${range}, but is ${value}.`);
  }

  oneOf<T extends string>(values: readonly T[]): T | undefined {
    const text = this.string();
    if (text === undefined) return undefined;
    const known = values.find((value) => value === text);
    return known ?? this.fail('job/enum', `"${this.name}" must be one of ${values.join(', ')}, but is "${text}".`);
  }

  strings(): string[] | undefined {
    const items = this.list('an array of strings');
    if (items === undefined) return undefined;
    const read = items.map((item) => item.string());
    return read.every((text) => text !== undefined) ? read : undefined;
  }
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `the string "${value.length > 40 ? `${value.slice(0, 40)}...` : value}"`;
  return `the ${typeof value} ${String(value)}`;
}

/** Stores the ids of one type, rejects duplicates and resolves references. */
export class IdRegistry {
  private readonly indexes = new Map<string, number>();

  constructor(private readonly kind: string) {}

  get size(): number {
    return this.indexes.size;
  }

  /** Adds the id at `index`. Reports a duplicate. */
  add(field: JsonField, id: string, index: number): void {
    const earlier = this.indexes.get(id);
    if (earlier === undefined) this.indexes.set(id, index);
    else field.fail('job/duplicate-id', `The id "${id}" is given twice: ${this.kind} ${earlier} has it as well.`);
  }

  /** Reads and adds the id of an item. Returns an empty text after a finding. */
  read(item: JsonField, index: number): string {
    const field = item.at('id');
    const id = field.id();
    if (id !== undefined) this.add(field, id, index);
    return id ?? '';
  }

  /** Returns the index of the id the field names. Reports an unknown one. */
  resolve(field: JsonField): number | undefined {
    const id = field.string();
    if (id === undefined) return undefined;
    const index = this.indexes.get(id);
    if (index !== undefined) return index;
    const known = this.size === 0 ? `the definition has no ${this.kind}s` : `known are ${this.examples()}`;
    return field.fail(
      'job/unknown-id',
      `"${field.name}" refers to the ${this.kind} "${id}", which is not given; ${known}.`,
    );
  }

  private examples(): string {
    const ids = [...this.indexes.keys()].slice(0, 3).map((id) => `"${id}"`);
    return this.size > 3 ? `${ids.join(', ')} and ${this.size - 3} more` : ids.join(', ');
  }
}

/** Reads HH:MM as minutes since midnight. 24:00 is invalid (rostering.gap.time-midnight). */
export function readTime(field: JsonField): number | undefined {
  const text = field.string();
  if (text === undefined) return undefined;
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (match === null) {
    return field.fail('job/time', `"${field.name}" must be a time HH:MM from 00:00 to 23:59, but is "${text}".`);
  }
  return Number(match[1]) * 60 + Number(match[2]);
}

/** Reads YYYY-MM-DD as days since 1970-01-01. */
export function readDate(field: JsonField): number | undefined {
  const text = field.string();
  if (text === undefined) return undefined;
  const number = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / 86_400_000 : Number.NaN;
  if (!Number.isInteger(number) || formatDate(number) !== text) {
    return field.fail('job/date', `"${field.name}" must be a date YYYY-MM-DD that exists, but is "${text}".`);
  }
  return number;
}
