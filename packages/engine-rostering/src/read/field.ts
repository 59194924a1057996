import type { AttributeRequirement, DefinitionFinding, JobAttribute } from '../model/job.js';
import { rosteringLimits } from './limits.js';

/** A value of a definition that matches its JSON Schema, with its JSON pointer. */
export class JsonField {
  constructor(
    readonly value: unknown,
    readonly pointer: string,
    private readonly findings: DefinitionFinding[],
  ) {}

  /** Returns the property or item. Its value is undefined if it does not exist. */
  at(key: string | number): JsonField {
    const { value } = this;
    const next = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    return new JsonField(
      next,
      `${this.pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
      this.findings,
    );
  }

  /** Returns a copy of its properties. */
  get members(): Record<string, unknown> {
    return typeof this.value === 'object' ? { ...this.value } : {};
  }

  /** True if the value is missing or null, which means that an optional property is not used. */
  get absent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** The property's name. The name of an item includes its list: `dates/0`. */
  get name(): string {
    return /[^/]+(\/\d+)*$/.exec(this.pointer)?.[0] ?? 'the job definition';
  }

  /** Reports a violation of a rule that the schema cannot express. */
  fail(ruleId: string, message: string): undefined {
    if (this.findings.length < rosteringLimits.maxFindings) {
      this.findings.push({ ruleId, pointer: this.pointer, message });
    }
    return undefined;
  }

  /** Returns the items of an array. Empty if it is absent. */
  items(): JsonField[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : [];
  }

  string(): string {
    return String(this.value);
  }

  strings(): string[] {
    return this.items().map((item) => item.string());
  }

  /** Returns a string, or null if it is absent. */
  optionalString(): string | null {
    return this.absent ? null : this.string();
  }

  /** Returns a boolean, or false if it is absent. */
  boolean(): boolean {
    return this.value === true;
  }

  number(): number {
    return Number(this.value);
  }

  /** Returns a number, or `otherwise` if it is absent. */
  optionalNumber<T>(otherwise: T): number | T {
    return this.absent ? otherwise : this.number();
  }

  /** Returns one of the given strings, or the first one if it is absent. */
  oneOf<T extends string>(texts: readonly [T, ...T[]]): T {
    return texts.find((text) => text === this.value) ?? texts[0];
  }
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

  /** Reads and adds the id of an item. */
  read(item: JsonField, index: number): string {
    const field = item.at('id');
    this.add(field, field.string(), index);
    return field.string();
  }

  /** Returns the index of the id in the field. Reports an unknown id. */
  resolve(field: JsonField): number | undefined {
    const id = field.string();
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

/** Reads HH:MM as minutes since midnight (rostering.gap.time-midnight). */
export function readTime(field: JsonField): number {
  const [hours = 0, minutes = 0] = field.string().split(':').map(Number);
  return hours * 60 + minutes;
}

/** Reads YYYY-MM-DD as days since 1970-01-01. */
export function readDate(field: JsonField): number {
  return Date.parse(`${field.string()}T00:00:00Z`) / 86_400_000;
}

/** Reads the attributes of an employee or a shift: `[{id, values}]`. Returns an empty list if they are absent. */
export function readAttributes(field: JsonField): JobAttribute[] {
  return field.items().map((item) => ({ id: item.at('id').string(), values: item.at('values').strings() }));
}

/** Reads an attribute with values and `matchType` (default ANY). `category` is an alias of `id`. */
export function readAttributeFilter(item: JsonField): Omit<AttributeRequirement, 'min'> {
  const id = item.at(item.at('id').absent ? 'category' : 'id').string();
  return { id, values: item.at('values').strings(), matchType: item.at('matchType').oneOf(['ANY', 'NONE', 'ALL']) };
}
