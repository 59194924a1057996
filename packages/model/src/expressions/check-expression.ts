import { suggestName } from '@understudy/contract';
import type { SchemaReader } from '../schema/flat-schema.js';
import { type CompiledExpression, macros } from './compile-expression.js';
import type { ExpressionNode } from './expression-node.js';
import { innerNodes } from './inner-nodes.js';

/** The schemas of the names that an expression can use. A name without a schema can have any members. */
export interface ExpressionTypes {
  readonly schemas: SchemaReader;
  readonly values: ReadonlyMap<string, unknown>;
  /** The schema of a record by the name of its resource. */
  readonly resources: ReadonlyMap<string, unknown>;
}

/** The schema of a value, or undefined if it can be anything. */
type Type = { readonly schema: unknown } | undefined;

/** Finds the names of an expression that do not exist: values, resources, and members of records and requests. */
export function checkExpression({ ast, uses }: CompiledExpression, types: ExpressionTypes): string[] {
  const problems: string[] = [];
  for (const name of uses.values)
    if (!types.values.has(name))
      problems.push(
        `There is no ${name} here; there are ${[...types.values.keys()].join(', ')}.${suggestName(name, types.values.keys())}`,
      );
  for (const name of uses.resources)
    if (!types.resources.has(name))
      problems.push(`There is no resource "${name}".${suggestName(name, types.resources.keys())}`);
  new Checker(types, problems).typeOf(ast, new Map());
  return [...new Set(problems)];
}

class Checker {
  readonly #types: ExpressionTypes;
  readonly #problems: string[];

  constructor(types: ExpressionTypes, problems: string[]) {
    this.#types = types;
    this.#problems = problems;
  }

  typeOf(node: ExpressionNode, locals: ReadonlyMap<string, Type>): Type {
    switch (node.op) {
      case 'id':
        return locals.has(node.args) ? locals.get(node.args) : toType(this.#types.values.get(node.args));
      case '.':
      case '.?':
        return this.#memberOf(this.typeOf(node.args[0], locals), node.args[1]);
      case '[]':
      case '[?]': {
        const [object, index] = node.args;
        const type = this.typeOf(object, locals);
        if (index.op === 'value' && typeof index.args === 'string') return this.#memberOf(type, index.args);
        this.typeOf(index, locals);
        return this.#itemOf(type);
      }
      case '?:': {
        const [, then] = node.args.map((each) => this.typeOf(each, locals));
        return then;
      }
      case 'call':
        return this.#ofCall(node.args[0], node.args[1], locals);
      case 'rcall':
        return this.#ofMethod(node.args, locals);
      default:
        for (const inner of innerNodes(node)) this.typeOf(inner, locals);
        return undefined;
    }
  }

  #ofCall(name: string, parameters: readonly ExpressionNode[], locals: ReadonlyMap<string, Type>): Type {
    for (const each of parameters) this.typeOf(each, locals);
    const [first] = parameters;
    const resource = first?.op === 'value' && typeof first.args === 'string' ? first.args : undefined;
    if (resource === undefined) return undefined;
    const record = toType(this.#types.resources.get(resource));
    if (name === 'find') return record;
    return name === 'of' || name === 'others' || name === 'all'
      ? record && { schema: { type: 'array', items: record.schema } }
      : undefined;
  }

  #ofMethod(
    [name, object, parameters]: readonly [string, ExpressionNode, readonly ExpressionNode[]],
    locals: ReadonlyMap<string, Type>,
  ): Type {
    const list = this.typeOf(object, locals);
    const [variable, ...bodies] = parameters;
    const isMacro = variable?.op === 'id' && macros.has(name);
    if (!isMacro || variable.op !== 'id') {
      for (const each of parameters) this.typeOf(each, locals);
      return name === 'first' || name === 'last' ? this.#itemOf(list) : undefined;
    }
    const inner = new Map(locals).set(variable.args, this.#itemOf(list));
    const types = bodies.map((each) => this.typeOf(each, inner));
    if (name === 'filter' || name === 'sortBy') return list;
    const mapped = types.at(-1);
    return name === 'map' && mapped !== undefined ? { schema: { type: 'array', items: mapped.schema } } : undefined;
  }

  #itemOf(type: Type): Type {
    return type === undefined ? undefined : toType(this.#types.schemas.chosen(type.schema).items);
  }

  #memberOf(type: Type, name: string): Type {
    if (type === undefined) return undefined;
    const { properties, open, types } = this.#types.schemas.chosen(type.schema);
    const member = properties.get(name);
    if (member !== undefined) return { schema: member };
    // A member that the schema allows but does not describe.
    const isMap = open || properties.size === 0 || (types.length > 0 && !types.includes('object'));
    if (!isMap)
      this.#problems.push(
        `There is no member ${name}; there are ${[...properties.keys()].slice(0, 12).join(', ')}.${suggestName(name, properties.keys())}`,
      );
    return undefined;
  }
}

function toType(schema: unknown): Type {
  return schema === undefined ? undefined : { schema };
}
