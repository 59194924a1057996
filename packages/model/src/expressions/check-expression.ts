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

/** The operand types for which an operator has no result. */
const unusable: Readonly<Partial<Record<ExpressionNode['op'], readonly string[]>>> = {
  ...{ '-': ['array', 'object', 'boolean'], '*': ['array', 'object', 'boolean'] },
  ...{ '/': ['array', 'object', 'boolean'], '%': ['array', 'object', 'boolean'], '+': ['object', 'boolean'] },
  ...{ '<': ['array', 'object'], '<=': ['array', 'object'], '>': ['array', 'object'], '>=': ['array', 'object'] },
};

const conditions: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||', '!_']);
const calculations: ReadonlySet<string> = new Set(['-', '*', '/', '%', '-_']);
const functionsOfNumbers: ReadonlySet<string> = new Set(['round', 'floor', 'ceil', 'size', 'sum', 'avg']);
const functionsOfConditions: ReadonlySet<string> = new Set([
  ...['has', 'contains', 'startsWith', 'endsWith', 'matches', 'exists'],
]);

const [list, flag, number] = ['array', 'boolean', 'number'].map((type): Type => ({ schema: { type } }));

/**
 * Finds unknown names in an expression: values, resources, and members of records and requests. Also finds operations
 * that have no result, such as a list minus a number.
 *
 * @param fits the schema that the value must match: a list is not a number, a condition is not a string
 */
export function checkExpression({ ast, uses }: CompiledExpression, types: ExpressionTypes, fits?: unknown): string[] {
  const problems: string[] = [];
  for (const name of uses.values)
    if (!types.values.has(name))
      problems.push(
        `There is no ${name} here; there are ${[...types.values.keys()].join(', ')}.${suggestName(name, types.values.keys())}`,
      );
  for (const name of uses.resources)
    if (!types.resources.has(name))
      problems.push(`There is no resource "${name}".${suggestName(name, types.resources.keys())}`);
  const found = new Checker(types, problems).typeOf(ast, new Map());
  const [is, expected] = [found?.schema, fits].map((schema) => formsOf(types.schemas, schema));
  if (is !== undefined && expected !== undefined && !is.some((form) => expected.includes(form)))
    problems.push(`It is ${is.join(' or ')}, where ${expected.join(' or ')} is expected.`);
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
        const [, then, otherwise] = node.args.map((each) => this.typeOf(each, locals));
        return node.args[1].op === 'value' && node.args[1].args === null ? otherwise : then;
      }
      case 'list':
        for (const each of node.args) this.typeOf(each, locals);
        return list;
      case 'value':
        return typeof node.args === 'boolean' ? flag : undefined;
      case 'call':
        return this.#ofCall(node.args[0], node.args[1], locals);
      case 'rcall':
        return this.#ofMethod(node.args, locals);
      default:
        return this.#ofOperator(node, locals);
    }
  }

  #ofOperator(node: ExpressionNode, locals: ReadonlyMap<string, Type>): Type {
    const types = innerNodes(node).map((each) => this.typeOf(each, locals));
    for (const type of types) {
      const known = typesOf(this.#types.schemas, type?.schema);
      if (known.length > 0 && known.every((each) => unusable[node.op]?.includes(each)))
        this.#problems.push(`There is no ${node.op} of ${known.join(' or ')}.`);
    }
    return conditions.has(node.op) ? flag : calculations.has(node.op) ? number : undefined;
  }

  #ofCall(name: string, parameters: readonly ExpressionNode[], locals: ReadonlyMap<string, Type>): Type {
    for (const each of parameters) this.typeOf(each, locals);
    if (functionsOfNumbers.has(name) || functionsOfConditions.has(name)) return ofFunction(name);
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
    const of = this.typeOf(object, locals);
    const [variable, ...bodies] = parameters;
    const isMacro = variable?.op === 'id' && macros.has(name);
    if (!isMacro || variable.op !== 'id') {
      for (const each of parameters) this.typeOf(each, locals);
      return name === 'first' || name === 'last' ? this.#itemOf(of) : ofFunction(name);
    }
    const inner = new Map(locals).set(variable.args, this.#itemOf(of));
    const types = bodies.map((each) => this.typeOf(each, inner));
    if (name === 'filter' || name === 'sortBy') return of;
    if (name === 'all' || name === 'exists') return flag;
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
    // The schema allows the member but does not describe it.
    const isMap = open || properties.size === 0 || (types.length > 0 && !types.includes('object'));
    if (!isMap)
      this.#problems.push(
        `There is no member ${name}; there are ${[...properties.keys()].slice(0, 12).join(', ')}.${suggestName(name, properties.keys())}`,
      );
    return undefined;
  }
}

function ofFunction(name: string): Type {
  return functionsOfNumbers.has(name) ? number : functionsOfConditions.has(name) ? flag : undefined;
}

/** The types that a schema allows, without null. Empty if it allows any value. */
function typesOf(schemas: SchemaReader, schema: unknown): readonly string[] {
  return schema === undefined ? [] : schemas.chosen(schema).types.filter((type) => type !== 'null');
}

/** Numbers and strings are not distinguished: a number can be written as a string, and a time is a string. */
function formsOf(schemas: SchemaReader, schema: unknown): readonly string[] | undefined {
  const types = typesOf(schemas, schema);
  const names: Readonly<Record<string, string>> = { array: 'a list', object: 'an object', boolean: 'a condition' };
  return types.length === 0 ? undefined : [...new Set(types.map((type) => names[type] ?? 'a number or text'))];
}

function toType(schema: unknown): Type {
  return schema === undefined ? undefined : { schema };
}
