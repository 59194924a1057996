import { isObject } from '@understudy/contract';
import type { SchemaReader, Shape } from '@understudy/model';
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
  return new StoredView(schemas, facts).show(value, schemas.shape(schema), 'value');
}

class StoredView {
  readonly #schemas: SchemaReader;
  readonly #facts: ValueFacts;

  constructor(schemas: SchemaReader, facts: ValueFacts) {
    this.#schemas = schemas;
    this.#facts = facts;
  }

  show(value: unknown, described: Shape, name: string): unknown {
    if (value === undefined) return createMinimalValue(this.#schemas, described.schema, this.#facts, name);
    if (value === null) return null;
    const shape = shapeFor(value, described);
    if (shape === undefined) return value;
    const { types } = shape.flat;
    if (isObject(value)) return types.length > 0 && !types.includes('object') ? value : this.#object(value, shape);
    if (!Array.isArray(value)) return this.#scalar(value, shape, name);
    if (types.length > 0 && !types.includes('array')) return value;
    return value.map((item) => this.show(item, shape.items, name));
  }

  #object(value: Record<string, unknown>, { flat, members, others }: Shape): Record<string, unknown> {
    const shown: Record<string, unknown> = {};
    for (const [name, member] of members) {
      const { keywords, nullable } = member.whole;
      const [there, isRequired] = [Object.hasOwn(value, name), flat.required.has(name)];
      if (keywords['writeOnly'] === true || !(there || isRequired)) continue;
      // An optional member without a value is left out, unless the description permits null.
      const isNone = value[name] === null && !isRequired && !(nullable || member.flat.nullable);
      if (isNone && member.flat.types.length > 0) continue;
      defineMember(
        shown,
        name,
        there ? this.show(value[name], member, name) : this.#missing(member.schema, name, value),
      );
    }
    for (const name of flat.required) {
      if (Object.hasOwn(shown, name) || members.has(name)) continue;
      defineMember(shown, name, value[name] ?? this.#missing({}, name, value));
    }
    if (!flat.open) return shown;
    for (const [name, member] of Object.entries(value)) {
      if (members.has(name)) continue;
      defineMember(shown, name, others === undefined ? member : this.show(member, others, name));
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
  #scalar(value: unknown, { flat, items }: Shape, name: string): unknown {
    const { types } = flat;
    if (types.length === 1 && types.includes('array')) {
      const block = showTextBlock(this.#schemas, value, { schema: items.schema, facts: this.#facts });
      return [block ?? this.show(value, items, name)];
    }
    return toScalarOf(value, flat) ?? value;
  }
}

/** The schema with the alternative that fits a value best, or undefined if it contradicts each. */
function shapeFor(value: unknown, described: Shape): Shape | undefined {
  let isContradicted = false;
  const { kinds } = described;
  const kind =
    isObject(value) && kinds !== undefined ? kinds.kinds.find((each) => each.value === value[kinds.member]) : undefined;
  const shape = kind === undefined ? described : described.of(kind.schema);
  const chosen = shape.choose((choices) => {
    const best = findBestFitting(choices, value);
    isContradicted ||= best.likeness <= contradiction;
    return best.choice;
  });
  return isContradicted ? undefined : chosen;
}

/** Likeness of a value that has another type than its schema, or another value than a listed one. */
const contradiction = -20;
