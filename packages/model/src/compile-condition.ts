import { ContractError, createErrorFinding } from '@understudy/contract';
import { checkExpression } from './expressions/check-expression.js';
import { type CompiledExpression, compileExpression } from './expressions/compile-expression.js';
import { ExpressionError } from './expressions/expression-context.js';
import type { BehaviorNames } from './statement-compiler.js';

const ofRequest = ['path', 'query', 'headers', 'body', 'request'] as const;

/**
 * Compiles a condition on a request and the records of an API.
 *
 * @throws ContractError if the text is not an expression, or contains an unknown name
 */
export function compileCondition(
  text: string,
  { schemas, resources }: Pick<BehaviorNames, 'schemas' | 'resources'>,
): CompiledExpression {
  try {
    const compiled = compileExpression(text);
    const values = new Map(ofRequest.map((name) => [name, undefined]));
    const problems = checkExpression(compiled, { schemas, resources, values });
    if (problems.length === 0) return compiled;
    throw new ExpressionError(`"${text}": ${problems.join(' ')}`);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ContractError([createErrorFinding('model/condition', error.message, '')]);
  }
}
