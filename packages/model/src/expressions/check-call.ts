import { compilePattern, suggestName } from '@understudy/contract';
import { ExpressionError } from './expression-context.js';
import type { ExpressionNode } from './expression-node.js';
import { expressionFunctions } from './functions.js';

/** @throws ExpressionError if a string is not a valid regular expression */
export function checkPattern(pattern: string, flags: ExpressionNode | undefined, pos: number): void {
  try {
    compilePattern(pattern, flags?.op === 'value' ? String(flags.args) : '');
  } catch (error) {
    throw new ExpressionError(`matches() has a wrong pattern: ${error instanceof Error ? error.message : error}`, pos);
  }
}

/** Explains why a call is invalid: the function does not exist, or it has other parameters. */
export function describeMisuse(name: string, macros: ReadonlySet<string>): string {
  if (macros.has(name)) return `${name}() takes a name and an expression: list.${name}(item, item.name)`;
  if (Object.hasOwn(expressionFunctions, name)) return `${name}() cannot follow a value: write ${name}(...)`;
  const names = [...Object.keys(expressionFunctions), ...macros, 'has'];
  return `There is no function ${name}().${suggestName(name, names) || ` There are ${names.join(', ')}.`}`;
}
