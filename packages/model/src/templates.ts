import { isObject } from '@understudy/contract';
import { type CompiledExpression, compileExpression, type Evaluate } from './expressions/compile-expression.js';

/** Data with expressions: a text that begins with `=` is one, and `==` at the start is a literal `=`. */
export interface CompiledTemplate {
  readonly evaluate: Evaluate;
  readonly expressions: readonly CompiledExpression[];
}

/** Compiles data with expressions. @throws ExpressionError for an invalid expression */
export function compileTemplate(template: unknown): CompiledTemplate {
  const expressions: CompiledExpression[] = [];
  return { evaluate: compile(template, expressions), expressions };
}

function compile(template: unknown, expressions: CompiledExpression[]): Evaluate {
  const text = expressionIn(template);
  if (text !== undefined) {
    const expression = compileExpression(text);
    expressions.push(expression);
    return expression.evaluate;
  }
  if (typeof template === 'string') {
    const literal = template.startsWith('==') ? template.slice(1) : template;
    return () => literal;
  }
  if (Array.isArray(template)) {
    const items = template.map((each) => compile(each, expressions));
    return (context) => items.map((item) => item(context));
  }
  if (!isObject(template)) return () => template;
  const members = Object.entries(template).map(([name, value]) => [name, compile(value, expressions)] as const);
  return (context) => Object.fromEntries(members.map(([name, value]) => [name, value(context)]));
}

/** The expression of a text that begins with one `=`. */
export function expressionIn(template: unknown): string | undefined {
  if (typeof template !== 'string' || !template.startsWith('=') || template.startsWith('==')) return undefined;
  return template.slice(1);
}

/** Writes a literal so that a template contains it as it is. */
export function escapeTemplate(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('=') ? `=${value}` : value;
}

/** Compiles a text with expressions in braces: `The order is {self.status}`. */
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
