import { isObject } from '@understudy/contract';
import { remember, type SchemaReader, type Shape } from '@understudy/model';
import { createMinimalValue, type ValueFacts } from './create-minimal-value.js';
import { createMissingValue } from './create-missing-value.js';
import { bestShape, defineMember, findBestFitting, toScalarOf } from './shape-value.js';
import { showTextBlock } from './text-block.js';

/**
 * Shows a stored value in a response: the described members, each as stored. Adds missing required members at any
 * depth. Values that do not fit the schema are not changed.
 */
export function showStored(
  schemas: SchemaReader,
  value: unknown,
  { schema, facts }: { readonly schema: unknown; readonly facts: ValueFacts },
): unknown {
  return new View(schemas, facts, false).show(value, layoutOf(schemas.shape(schema)), 'value');
}

/**
 * Converts a value to the shape of a schema, with only the described members of an object. A required member without a
 * value of the right type gets the minimal value.
 */
export function shapeValue(schemas: SchemaReader, value: unknown, schema: unknown, facts: ValueFacts): unknown {
  return new View(schemas, facts, true).show(value, layoutOf(schemas.shape(schema)), 'value');
}

class View {
  readonly #schemas: SchemaReader;
  readonly #facts: ValueFacts;
  /** True to replace values of another type. */
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
   * A string, number or boolean, converted to the type of its schema if no information is lost. A single item becomes a
   * list of one, and a string becomes a block in a list of blocks.
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

/** The information about a shape that showing a value requires. */
interface Layout {
  readonly shape: Shape;
  /** The type, if strings or booleans are shown unchanged. */
  readonly scalar: 'string' | 'boolean' | undefined;
  /** True if there are no alternatives. */
  readonly plain: boolean;
  readonly described: readonly {
    readonly name: string;
    readonly member: Shape;
    /** The layout of the member. Computed on first use, because schemas can be recursive. */
    layout?: Layout;
    readonly isRequired: boolean;
    /** True if the member is omitted without a value: it is optional and not nullable. */
    readonly isLeftOut: boolean;
  }[];
  /** Names of required members that are not described. */
  readonly undescribed: readonly string[];
}

const layouts = new WeakMap<Shape, Layout>();

/** Reads the layout of a shape. Cached. */
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

/** The schema with the alternative that best fits a value, or undefined if the value contradicts all. */
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

/** Score of a value whose type or value the schema does not allow. */
const contradiction = -20;
