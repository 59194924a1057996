import type { JsonField } from './field.js';

/** Stores the ids of one type, rejects duplicates and resolves references. */
export class IdRegistry {
  private readonly indexes = new Map<string, number>();

  constructor(private readonly kind: string) {}

  get size(): number {
    return this.indexes.size;
  }

  /** Adds the id at `index`; reports a duplicate. */
  add(field: JsonField, id: string, index: number): void {
    const earlier = this.indexes.get(id);
    if (earlier === undefined) this.indexes.set(id, index);
    else field.fail('job/duplicate-id', `The id "${id}" is given twice: ${this.kind} ${earlier} has it as well.`);
  }

  /** Returns the index of the id the field names; reports an unknown one. */
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
