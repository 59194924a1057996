import type { FlatSchema } from './described-schema.js';
import { type DiscriminatedKinds, readKinds } from './read-kinds.js';

/** Reads the schemas of a description. */
interface SchemaSource {
  flat(schema: unknown): FlatSchema;
  chosen(schema: unknown): FlatSchema;
  alternativesOf(flat: FlatSchema): readonly unknown[];
  merge(flat: FlatSchema, alternative: unknown): FlatSchema;
  shape(schema: unknown): Shape;
}

/** Maximum depth of nested alternatives. */
const deepest = 8;

/**
 * A schema prepared for fast access. Its members, items and alternatives are shapes too, each read once, so that
 * requests need not search the description.
 */
export class Shape {
  readonly schema: unknown;
  readonly #reader: SchemaSource;
  #whole: FlatSchema | undefined;
  #flat: FlatSchema | undefined;
  #members: ReadonlyMap<string, Shape> | undefined;
  #choices: readonly Shape[] | undefined;
  #kinds: DiscriminatedKinds | undefined | null = null;
  readonly #chosen = new Map<Shape, Shape>();

  constructor(reader: SchemaSource, schema: unknown, whole?: FlatSchema) {
    this.#reader = reader;
    this.schema = schema;
    this.#whole = whole;
  }

  /** The schema with all its alternatives. */
  get whole(): FlatSchema {
    this.#whole ??= this.#reader.flat(this.schema);
    return this.#whole;
  }

  /** The schema with the first of its alternatives. */
  get flat(): FlatSchema {
    const isPlain = this.schema === undefined || this.whole.alternatives.length === 0;
    this.#flat ??= isPlain ? this.whole : this.#reader.chosen(this.schema);
    return this.#flat;
  }

  get members(): ReadonlyMap<string, Shape> {
    this.#members ??= new Map([...this.flat.properties].map(([name, each]) => [name, this.#reader.shape(each)]));
    return this.#members;
  }

  get items(): Shape {
    return this.#reader.shape(this.flat.items);
  }

  /** The schema of additional members, if there is one. */
  get others(): Shape | undefined {
    const { additionalProperties: others } = this.flat.keywords;
    return typeof others === 'object' && others !== null ? this.#reader.shape(others) : undefined;
  }

  /** The alternatives that allow a value listed in the schema itself, or all if none does. */
  get choices(): readonly Shape[] {
    this.#choices ??= this.#reader.alternativesOf(this.whole).map((each) => this.#reader.shape(each));
    return this.#choices;
  }

  get kinds(): DiscriminatedKinds | undefined {
    if (this.#kinds === null) this.#kinds = readKinds(this.whole);
    return this.#kinds;
  }

  /** The member at a dotted path: `metadata.name`, `lines.total`. The empty path is the schema itself. */
  at(path: string): Shape | undefined {
    if (path === '') return this;
    if (this.members.size === 0 && this.flat.items !== undefined) return this.items.at(path);
    const own = this.members.get(path);
    const dot = path.indexOf('.');
    return own !== undefined || dot < 0 ? own : this.members.get(path.slice(0, dot))?.at(path.slice(dot + 1));
  }

  of(schema: unknown): Shape {
    return this.#reader.shape(schema);
  }

  /** The schema with one alternative selected per choice. */
  choose(best: (choices: readonly Shape[]) => Shape, depth = 0): Shape {
    if (this.whole.alternatives.length === 0 || depth >= deepest) return this;
    const alternative = best(this.choices);
    const known = this.#chosen.get(alternative);
    const made = known ?? new Shape(this.#reader, undefined, this.#reader.merge(this.whole, alternative.schema));
    if (known === undefined) this.#chosen.set(alternative, made);
    return made.choose(best, depth + 1);
  }
}
