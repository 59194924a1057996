import { type Finding, locateSource, suggestName } from '@understudy/contract';
import { checkExpression } from './expressions/check-expression.js';
import { type CompiledExpression, compileExpression } from './expressions/compile-expression.js';
import { ExpressionError } from './expressions/expression-context.js';
import type { SchemaReader } from './schema/flat-schema.js';
import { type CompiledTemplate, compileMessage, compileTemplate } from './templates.js';

/** What the names in the expressions of a model refer to. */
export interface BehaviorNames {
  readonly schemas: SchemaReader;
  /** The schema of a record, by the name of its resource. */
  readonly resources: ReadonlyMap<string, unknown>;
  readonly operations: Iterable<string>;
  /** Whether an unknown operation or resource is an error. A model of a person must name what there is. */
  readonly document?: unknown;
}

/** Schemas of the names that an expression can use. Undefined for anything. */
export type Scope = Readonly<Record<string, unknown>>;

/** Compiles expressions, checks the names in them, and collects what is wrong. */
export class StatementCompiler {
  readonly findings: Finding[] = [];
  readonly reads = new Set<string>();
  readonly #document: unknown;
  protected readonly names: BehaviorNames;
  readonly #operations: ReadonlySet<string>;

  constructor(model: unknown, names: BehaviorNames) {
    this.#document = model;
    this.names = names;
    this.#operations = new Set(names.operations);
  }

  expression(pointer: string, text: unknown, scope: Scope): CompiledExpression {
    return this.#attempt(pointer, compileNothing, () => {
      const compiled = compileExpression(String(text));
      this.#check(pointer, compiled, scope);
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

  message(pointer: string, text: string): CompiledTemplate {
    return this.#attempt(
      pointer,
      () => compileTemplate(null),
      () => compileMessage(text),
    );
  }

  #attempt<T>(pointer: string, otherwise: () => T, compile: () => T): T {
    try {
      return compile();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.#report(pointer, error.message);
      return otherwise();
    }
  }

  #check(pointer: string, compiled: CompiledExpression, scope: Scope): void {
    for (const each of compiled.uses.resources) this.reads.add(each);
    const { schemas, resources } = this.names;
    const values = new Map(Object.entries(scope));
    for (const problem of checkExpression(compiled, { schemas, resources, values }))
      this.#report(pointer, `"${compiled.text}": ${problem}`);
  }

  #report(pointer: string, message: string): void {
    const place = locateSource(this.names.document ?? this.#document, pointer);
    this.findings.push({
      ruleId: 'model/statement',
      severity: 'error',
      message: `${pointer}: ${message}`,
      pointer,
      ...place,
    });
  }

  known(pointer: string, what: 'operation' | 'resource', name: string): void {
    const known = what === 'operation' ? this.#operations : new Set(this.names.resources.keys());
    if (!known.has(name)) this.#report(pointer, `There is no ${what} "${name}".${suggestName(name, known)}`);
  }
}

function compileNothing(): CompiledExpression {
  return compileExpression('null');
}
