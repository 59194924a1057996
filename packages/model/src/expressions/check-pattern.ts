import { compilePattern } from '@understudy/contract';
import { ExpressionError } from './expression-context.js';
import type { ExpressionNode } from './expression-node.js';

/** @throws ExpressionError if a text is no regular expression */
export function checkPattern(pattern: string, flags: ExpressionNode | undefined, pos: number): void {
  try {
    compilePattern(pattern, flags?.op === 'value' ? String(flags.args) : '');
  } catch (error) {
    throw new ExpressionError(`matches() has a wrong pattern: ${error instanceof Error ? error.message : error}`, pos);
  }
}
