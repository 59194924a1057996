import { isObject } from '@understudy/contract';
import { type CompiledExpression, compileExpression, type Evaluate } from './expressions/compile-expression.js';
import { type ExpressionContext, takeSteps } from './expressions/expression-context.js';

/**
 * Data with expressions: a string that starts with `=` is an expression, and `==` stands for a literal `=`. A member
 * whose name ends with `?` is omitted if it is null. `{ =each, =show }` repeats data, and `{ =if, =then, =else }`
 * selects.
 */
export interface CompiledTemplate {
  readonly evaluate: Evaluate;
  readonly expressions: readonly CompiledExpression[];
}

/** Compiles data with expressions. @throws ExpressionError for an invalid expression */
export function compileTemplate(template: unknown): CompiledTemplate {
  const expressions: CompiledExpression[] = [];
  return { evaluate: compile(template, expressions, []), expressions };
}

/** @param locals names of the enclosing items and their indexes */
function compile(template: unknown, expressions: CompiledExpression[], locals: readonly string[]): Evaluate {
  const add = (text: string): Evaluate => {
    const expression = compileExpression(text, locals);
    expressions.push(expression);
    return expression.evaluate;
  };
  const text = expressionIn(template);
  if (text !== undefined) return add(text);
  if (typeof template === 'string') {
    const literal = template.startsWith('==') ? template.slice(1) : template;
    return () => literal;
  }
  if (Array.isArray(template)) {
    const items = template.map((each) => compile(each, expressions, locals));
    return (context) => items.map((item) => item(context));
  }
  if (!isObject(template)) return () => template;
  const { '=each': each, '=show': show, '=if': condition, '=then': then, '=else': otherwise } = template;
  if (typeof each === 'string') {
    const list = add(each);
    const item = compile(show, expressions, [...locals, 'item', 'index']);
    return (context) => repeat(context, { list, item, slot: locals.length });
  }
  if (typeof condition === 'string') {
    const holds = add(condition);
    const [one, other] = [then, otherwise].map((part) => compile(part, expressions, locals));
    return (context) => (holds(context) === true ? one?.(context) : other?.(context));
  }
  const members = Object.entries(template).map(([name, value]) => {
    const isOptional = name.endsWith('?');
    const evaluate = compile(value, expressions, locals);
    return { name: isOptional ? name.slice(0, -1) : name, isOptional, evaluate };
  });
  return (context) =>
    Object.fromEntries(
      members.flatMap(({ name, isOptional, evaluate }) => {
        const value = evaluate(context);
        return isOptional && (value ?? null) === null ? [] : [[name, value]];
      }),
    );
}

interface Repetition {
  readonly list: Evaluate;
  readonly item: Evaluate;
  /** The index of the item among the local values. The index of the item in the list comes next. */
  readonly slot: number;
}

function repeat(context: ExpressionContext, { list, item, slot }: Repetition): unknown[] {
  const items = list(context);
  if (!Array.isArray(items)) return [];
  takeSteps(context, items.length);
  return items.map((value, index) => {
    context.locals[slot] = value;
    context.locals[slot + 1] = index;
    return item(context);
  });
}

/** The expression in a string that starts with a single `=`. */
export function expressionIn(template: unknown): string | undefined {
  if (typeof template !== 'string' || !template.startsWith('=') || template.startsWith('==')) return undefined;
  return template.slice(1);
}

/** Escapes a literal so that the template returns it unchanged. */
export function escapeTemplate(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('=') ? `=${value}` : value;
}

/** Compiles a string with expressions in braces: `The order is {self.status}`. */
export function compileMessage(text: string): CompiledTemplate {
  const expressions: CompiledExpression[] = [];
  const parts = text.split(/\{([^{}]+)\}/).map((part, index): Evaluate => {
    if (index % 2 === 0) return () => part;
    const expression = compileExpression(part);
    expressions.push(expression);
    return expression.evaluate;
  });
  return { expressions, evaluate: (context) => parts.map((part) => String(part(context) ?? 'null')).join('') };
}
