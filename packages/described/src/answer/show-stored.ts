import { isObject } from '@understudy/contract';
import { type FlatSchema, readKinds, type SchemaReader } from '@understudy/model';
import { createMinimalValue, type ValueFacts } from './create-minimal-value.js';
import { createMissingValue } from './create-missing-value.js';
import { defineMember, findBestFitting, toScalarOf } from './shape-value.js';
import { showTextBlock } from './text-block.js';

/**
 * Shows a stored value in a response: the described members, each as it is stored. Adds the required members that are
 * missing, in depth. What does not fit the schema is shown as it is, because it was stored so.
 */
export function showStored(
  schemas: SchemaReader,
  value: unknown,
  { schema, facts }: { readonly schema: unknown; readonly facts: ValueFacts },
): unknown {
  return new StoredView(schemas, facts).show(value, schema, 'value');
}

class StoredView {
  readonly #schemas: SchemaReader;
  readonly #facts: ValueFacts;

  constructor(schemas: SchemaReader, facts: ValueFacts) {
    this.#schemas = schemas;
    this.#facts = facts;
  }

  show(value: unknown, schema: unknown, name: string): unknown {
    if (value === undefined) return createMinimalValue(this.#schemas, schema, this.#facts, name);
    if (value === null) return null;
    const flat = this.#flatFor(value, schema);
    if (flat === undefined) return value;
    const { types } = flat;
    if (isObject(value)) return types.length > 0 && !types.includes('object') ? value : this.#object(value, flat);
    if (!Array.isArray(value)) return this.#scalar(value, flat, name);
    if (types.length > 0 && !types.includes('array')) return value;
    return value.map((item) => this.show(item, flat.items ?? {}, name));
  }

  /** The schema with the alternative that fits a value best, or undefined if it contradicts each. */
  #flatFor(value: unknown, schema: unknown): FlatSchema | undefined {
    let isContradicted = false;
    const kinds = isObject(value) ? readKinds(this.#schemas.flat(schema)) : undefined;
    const kind = isObject(value) ? kinds?.kinds.find((each) => each.value === value[kinds.member]) : undefined;
    const flat = this.#schemas.chosen(kind?.schema ?? schema, (alternatives) => {
      const best = findBestFitting(this.#schemas, alternatives, value);
      isContradicted ||= best.likeness <= contradiction;
      return best.alternative;
    });
    return isContradicted ? undefined : flat;
  }

  #object(value: Record<string, unknown>, flat: FlatSchema): Record<string, unknown> {
    const shown: Record<string, unknown> = {};
    for (const [name, property] of flat.properties) {
      const { keywords, nullable } = this.#schemas.flat(property);
      const [there, isRequired] = [Object.hasOwn(value, name), flat.required.has(name)];
      if (keywords['writeOnly'] === true || !(there || isRequired)) continue;
      // An optional member without a value is left out, unless the description permits null.
      const isNone = value[name] === null && !isRequired && !(nullable || this.#schemas.chosen(property).nullable);
      const types = this.#schemas.chosen(property).types;
      if (isNone && types.length > 0) continue;
      defineMember(shown, name, there ? this.show(value[name], property, name) : this.#missing(property, name, value));
    }
    for (const name of flat.required) {
      if (Object.hasOwn(shown, name) || flat.properties.has(name)) continue;
      defineMember(shown, name, value[name] ?? this.#missing({}, name, value));
    }
    if (!flat.open) return shown;
    const { additionalProperties: others } = flat.keywords;
    for (const [name, member] of Object.entries(value)) {
      if (flat.properties.has(name)) continue;
      defineMember(shown, name, isObject(others) ? this.show(member, others, name) : member);
    }
    return shown;
  }

  #missing(schema: unknown, name: string, holder: Readonly<Record<string, unknown>>): unknown {
    return createMissingValue(this.#schemas, schema, { facts: this.#facts, name, holder });
  }

  /**
   * A text, number or boolean, converted to the type of its schema if nothing is lost. One item is a list of one, and a
   * text is a block of a list of blocks.
   */
  #scalar(value: unknown, flat: FlatSchema, name: string): unknown {
    const { types, items = {} } = flat;
    if (types.length === 1 && types.includes('array'))
      return [
        showTextBlock(this.#schemas, value, { schema: items, facts: this.#facts }) ?? this.show(value, items, name),
      ];
    return toScalarOf(value, flat) ?? value;
  }
}

/** Likeness of a value that has another type than its schema, or another value than a listed one. */
const contradiction = -20;
