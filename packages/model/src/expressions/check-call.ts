import { compilePattern, suggestName } from '@understudy/contract';
import { ExpressionError } from './expression-context.js';
import type { ExpressionNode } from './expression-node.js';
import { expressionFunctions } from './functions.js';

/** @throws ExpressionError if a text is no regular expression */
export function checkPattern(pattern: string, flags: ExpressionNode | undefined, pos: number): void {
  try {
    compilePattern(pattern, flags?.op === 'value' ? String(flags.args) : '');
  } catch (error) {
    throw new ExpressionError(`matches() has a wrong pattern: ${error instanceof Error ? error.message : error}`, pos);
  }
}

/** Says why a function cannot be called so: it does not exist, or takes its values otherwise. */
export function describeMisuse(name: string, macros: ReadonlySet<string>): string {
  if (macros.has(name)) return `${name}() takes a name and an expression: list.${name}(item, item.name)`;
  if (Object.hasOwn(expressionFunctions, name)) return `${name}() cannot follow a value: write ${name}(...)`;
  const names = [...Object.keys(expressionFunctions), ...macros, 'has'];
  return `There is no function ${name}().${suggestName(name, names) || ` There are ${names.join(', ')}.`}`;
}
