import { isObject } from '@understudy/contract';
import { remember, type SchemaReader, type Shape } from '@understudy/model';
import { createMinimalValue, type ValueFacts } from './create-minimal-value.js';
import { createMissingValue } from './create-missing-value.js';
import { bestShape, defineMember, findBestFitting, toScalarOf } from './shape-value.js';
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
  return new View(schemas, facts, false).show(value, layoutOf(schemas.shape(schema)), 'value');
}

/**
 * Returns a value in the shape of a schema: only the documented members of an object, each in its own shape. A required
 * member without a value of its type gets the minimal value.
 */
export function shapeValue(schemas: SchemaReader, value: unknown, schema: unknown, facts: ValueFacts): unknown {
  return new View(schemas, facts, true).show(value, layoutOf(schemas.shape(schema)), 'value');
}

class View {
  readonly #schemas: SchemaReader;
  readonly #facts: ValueFacts;
  /** True if values of another type are replaced. */
  readonly #isStrict: boolean;

  constructor(schemas: SchemaReader, facts: ValueFacts, isStrict: boolean) {
    this.#schemas = schemas;
    this.#facts = facts;
    this.#isStrict = isStrict;
  }

  show(value: unknown, layout: Layout, name: string): unknown {
    if ((value === null && !this.#isStrict) || (layout.scalar !== undefined && typeof value === layout.scalar))
      return value;
    const described = layout.shape;
    if (value === undefined) return this.#least(described, name);
    const shape = layout.plain ? described : this.#isStrict ? bestShape(value, described) : shapeFor(value, described);
    if (shape === undefined) return value;
    const { types, nullable } = shape.flat;
    if (value === null)
      return described.whole.nullable || nullable || types.length === 0 ? null : this.#least(described, name);
    if (isObject(value))
      return types.length > 0 && !types.includes('object')
        ? this.#unfit(value, described, name)
        : this.#object(value, shape === described ? layout : layoutOf(shape));
    if (!Array.isArray(value)) return this.#scalar(value, shape, name) ?? this.#unfit(value, described, name);
    if (types.length > 0 && !types.includes('array')) return this.#unfit(value, described, name);
    const items = layoutOf(shape.items);
    return value.map((item) => this.show(item, items, name));
  }

  #unfit(value: unknown, described: Shape, name: string): unknown {
    return this.#isStrict ? this.#least(described, name) : value;
  }

  #least({ schema }: Shape, name: string): unknown {
    return createMinimalValue(this.#schemas, schema, this.#facts, name);
  }

  #object(value: Record<string, unknown>, { shape, described, undescribed }: Layout): Record<string, unknown> {
    const shown: Record<string, unknown> = {};
    const { flat, members, others } = shape;
    for (const each of described) {
      const { name, member, isRequired, isLeftOut } = each;
      const there = Object.hasOwn(value, name);
      const held = there ? value[name] : undefined;
      if (!(there || isRequired) || (isLeftOut && held === null && !this.#isStrict)) continue;
      each.layout ??= layoutOf(member);
      defineMember(shown, name, there ? this.show(held, each.layout, name) : this.#missing(member.schema, name, value));
    }
    for (const name of undescribed) defineMember(shown, name, value[name] ?? this.#missing({}, name, value));
    if (!flat.open) return shown;
    for (const [name, member] of Object.entries(value)) {
      if (members.has(name)) continue;
      defineMember(shown, name, others === undefined ? member : this.show(member, layoutOf(others), name));
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
    const { types, keywords } = flat;
    if (this.#isStrict) return 'const' in keywords ? keywords['const'] : toScalarOf(value, flat);
    if (types.length === 1 && types.includes('array')) {
      const block = showTextBlock(this.#schemas, value, { schema: items.schema, facts: this.#facts });
      return [block ?? this.show(value, layoutOf(items), name)];
    }
    return toScalarOf(value, flat) ?? value;
  }
}

/** What showing a value by a shape needs to know of it. */
interface Layout {
  readonly shape: Shape;
  /** The type of a text or boolean that is shown as it is. */
  readonly scalar: 'string' | 'boolean' | undefined;
  /** True if there are no alternatives to choose from. */
  readonly plain: boolean;
  readonly described: readonly {
    readonly name: string;
    readonly member: Shape;
    /** How the member is shown. It is read on first use, because schemas refer to themselves. */
    layout?: Layout;
    readonly isRequired: boolean;
    /** True if it is left out without a value: it is optional, and its description does not permit null. */
    readonly isLeftOut: boolean;
  }[];
  /** Names of required members that are not described. */
  readonly undescribed: readonly string[];
}

const layouts = new WeakMap<Shape, Layout>();

/** Reads once what showing a value by a shape needs to know of it. */
export function layoutOf(shape: Shape): Layout {
  return layouts.get(shape) ?? remember(layouts, shape, () => readLayout(shape));
}

function readLayout(shape: Shape): Layout {
  const { whole, kinds, flat, members } = shape;
  const shown = [...members].filter(([, member]) => member.whole.keywords['writeOnly'] !== true);
  const described = shown.map(([name, member]) => {
    const isRequired = flat.required.has(name);
    const isNullable = member.whole.nullable || member.flat.nullable;
    return { name, member, isRequired, isLeftOut: !isRequired && !isNullable && member.flat.types.length > 0 };
  });
  const undescribed = [...flat.required].filter((name) => !members.has(name));
  const plain = whole.alternatives.length === 0 && kinds === undefined;
  const [type] = plain && whole.types.length === 1 && !('const' in whole.keywords) ? whole.types : [];
  return { shape, scalar: type === 'string' || type === 'boolean' ? type : undefined, plain, described, undescribed };
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
