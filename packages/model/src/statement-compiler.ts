import { type Finding, isObject, joinPointer, locateSource, suggestName } from '@understudy/contract';
import type { BehaviorModel } from './behavior-model.js';
import type { CompiledAssignments, CompiledSets } from './compiled-behavior.js';
import { checkExpression } from './expressions/check-expression.js';
import { type CompiledExpression, compileExpression } from './expressions/compile-expression.js';
import { ExpressionError } from './expressions/expression-context.js';
import type { SchemaReader } from './schema/flat-schema.js';
import { type CompiledTemplate, compileMessage, compileTemplate } from './templates.js';

/** The names that expressions of a model can refer to. */
export interface BehaviorNames {
  readonly schemas: SchemaReader;
  /** The schema of a record, by the name of its resource. */
  readonly resources: ReadonlyMap<string, unknown>;
  readonly operations: ReadonlySet<string>;
  /** The schemas of the path, query and body of each operation. */
  readonly requests?: ReadonlyMap<
    string,
    { readonly path?: unknown; readonly query?: unknown; readonly body?: unknown }
  >;
  /** Members that requests can set, by resource name. Records can have them even if their schema does not. */
  readonly writable?: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  /** The names of webhooks and callbacks. */
  readonly webhooks?: ReadonlySet<string>;
  /** If present, an unknown operation or resource is an error: user-written models must name existing ones. */
  readonly document?: unknown;
}

/** Schemas of the names that an expression can use. Undefined allows any value. */
export type Scope = Readonly<Record<string, unknown>>;

/** Compiles expressions, checks the names in them, and collects errors. */
export class StatementCompiler {
  readonly findings: Finding[] = [];
  readonly reads = new Set<string>();
  readonly #document: unknown;
  protected readonly names: BehaviorNames;
  readonly operations: ReadonlySet<string>;

  constructor(model: BehaviorModel, names: BehaviorNames) {
    this.#document = model;
    this.names = { ...names, resources: withHidden(model, names.resources) };
    this.operations = names.operations;
  }

  /** The names of webhooks and callbacks, if known. */
  get webhooks(): ReadonlySet<string> | undefined {
    return this.names.webhooks;
  }

  hasResource(name: string): boolean {
    return this.names.resources.has(name);
  }

  /** The schema of the records of a resource. */
  schemaOf(resource: string): unknown {
    return this.names.resources.get(resource);
  }

  /** The parts of an operation's request that an expression can use. */
  requestOf(operation: string): Scope {
    const { path, query, body } = this.names.requests?.get(operation) ?? {};
    return { path, query, body, headers: undefined, upload: undefined, caller: undefined };
  }

  /** The names of the parameters of all operations. */
  listParameters(): ReadonlySet<string> {
    const { schemas, requests } = this.names;
    const all = [...(requests?.values() ?? [])].flatMap(({ query, body }) => [query, body]);
    return new Set(all.flatMap((schema) => [...schemas.chosen(schema).properties.keys()]));
  }

  /** Reports a filter on a parameter that the operation does not have. */
  parameter(pointer: string, operation: string, name: string): void {
    const { query, body } = this.names.requests?.get(operation) ?? {};
    const { schemas } = this.names;
    const known = [query, body].flatMap((schema) => [...schemas.chosen(schema).properties.keys()]);
    if (query !== undefined && !(body !== undefined && schemas.chosen(body).open))
      this.oneOf(pointer, { what: 'parameter', name, known });
  }

  /** @param fits the schema of the member that receives the value */
  expression(pointer: string, text: unknown, scope: Scope, fits?: unknown): CompiledExpression {
    return this.#attempt(pointer, compileNothing, () => {
      const compiled = compileExpression(String(text));
      this.#check(pointer, compiled, scope, fits);
      return compiled;
    });
  }

  template(pointer: string, data: unknown, scope: Scope): CompiledTemplate {
    return this.#attempt(
      pointer,
      () => compileTemplate(null),
      () => {
        const compiled = compileTemplate(data);
        for (const each of compiled.expressions) this.#check(pointer, each, scope);
        return compiled;
      },
    );
  }

  message(pointer: string, text: string, scope: Scope): CompiledTemplate {
    return this.#attempt(
      pointer,
      () => compileTemplate(null),
      () => {
        const compiled = compileMessage(text);
        for (const each of compiled.expressions) this.#check(pointer, each, scope);
        return compiled;
      },
    );
  }

  /** Compiles a statement that can be absent. */
  optional(pointer: string, text: unknown, scope: Scope): CompiledExpression | undefined {
    return text === undefined ? undefined : this.expression(pointer, text, scope);
  }

  /** Compiles the value of each member that is set. */
  assignments(pointer: string, set: unknown, scope: Scope): CompiledAssignments {
    return Object.entries(isObject(set) ? set : {}).map(
      ([path, value]) => [path.split('.'), this.template(joinPointer(pointer, path), value, scope)] as const,
    );
  }

  /** Compiles assignments that depend on the values of members. */
  sets(pointer: string, sets: unknown, scope: Scope): CompiledSets {
    const entries = (given: unknown) => Object.entries(isObject(given) ? given : {});
    return new Map(
      entries(sets).map(([name, byValue]) => [
        name,
        new Map(
          entries(byValue).map(([value, set]) => [
            value,
            this.assignments(joinPointer(pointer, name, value), set, scope),
          ]),
        ),
      ]),
    );
  }

  /** Reports a member that the records of a resource cannot have. */
  member(pointer: string, resource: string, path: string): void {
    if (this.names.writable?.get(resource)?.get(path.split(/[.[]/)[0] ?? '') !== undefined) return;
    this.#memberOf(pointer, this.names.resources.get(resource), path);
  }

  /** Reports a name that is not among the known ones. */
  oneOf(
    pointer: string,
    { what, name, known }: { readonly what: string; readonly name: string; readonly known: Iterable<string> },
  ): void {
    const all = [...known];
    if (!all.includes(name)) this.report(pointer, `There is no ${what} "${name}".${suggestName(name, all)}`);
  }

  #memberOf(pointer: string, schema: unknown, path: string): void {
    const { schemas } = this.names;
    const [list, inner] = path.split('[].');
    if (list !== undefined && inner !== undefined) {
      const { items } = schemas.chosen(schemas.member(schema, list));
      if (items !== undefined) this.#memberOf(pointer, items, inner);
      return;
    }
    const [first = '', ...rest] = path.split('.');
    const { properties, open } = schemas.chosen(schema);
    if (open || properties.size === 0 || properties.has(path)) return;
    if (properties.has(first) && rest.length > 0) this.#memberOf(pointer, properties.get(first), rest.join('.'));
    else if (!properties.has(first))
      this.report(pointer, `There is no member "${path}".${suggestName(path, properties.keys())}`);
  }

  #attempt<T>(pointer: string, otherwise: () => T, compile: () => T): T {
    try {
      return compile();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.report(pointer, error.message);
      return otherwise();
    }
  }

  #check(pointer: string, compiled: CompiledExpression, scope: Scope, fits?: unknown): void {
    for (const each of compiled.uses.resources) this.reads.add(each);
    const { schemas, resources } = this.names;
    const values = new Map(Object.entries(scope));
    for (const problem of checkExpression(compiled, { schemas, resources, values }, fits))
      this.report(pointer, `"${compiled.text}": ${problem}`);
  }

  report(pointer: string, message: string): void {
    const place = locateSource(this.names.document ?? this.#document, pointer);
    this.findings.push({
      ruleId: 'model/statement',
      severity: 'error',
      message: `${pointer}: ${message}`,
      pointer,
      ...place,
    });
  }

  /** Reports an unknown operation, resource or name. */
  known(pointer: string, what: 'operation' | 'resource', name: string): void {
    const known = what === 'operation' ? this.operations : new Set(this.names.resources.keys());
    this.oneOf(pointer, { what, name, known });
  }
}

/** Adds members that are stored without being in a schema to the schemas of records. */
function withHidden(
  { resources = {} }: BehaviorModel,
  schemas: BehaviorNames['resources'],
): BehaviorNames['resources'] {
  const changed = Object.entries(resources).flatMap(([name, { members = {} }]) => {
    const hidden = Object.entries(members).flatMap(([path, each]) =>
      each.hidden === true ? [[path, {}] as const] : [],
    );
    const schema = schemas.get(name);
    if (hidden.length === 0 || schema === undefined) return [];
    return [[name, { properties: Object.fromEntries(hidden), allOf: [schema] }] as const];
  });
  return changed.length === 0 ? schemas : new Map([...schemas, ...changed]);
}

function compileNothing(): CompiledExpression {
  return compileExpression('null');
}
