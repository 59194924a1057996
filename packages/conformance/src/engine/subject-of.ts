import type { FindingSubject, ResponsePart } from '@understudy/contract';
import { generalPointer, type Missing } from '../expressions/json-pointer.js';
import { type Expression, parseExpression } from '../expressions/parse-expression.js';
import type { Scope } from '../expressions/scope.js';

/** What a criterion that does not hold is about, by the value that it reads. */
export function subjectOf(
  { text, lacks }: { text: string; lacks?: Missing['lacks'] },
  { message }: Scope,
  details: { wanted?: unknown; path?: string | undefined } = {},
): FindingSubject {
  if (lacks !== undefined) return { kind: 'missing-output', ...lacks };
  const parsed = parseExpression(text);
  const status = message?.response === undefined ? {} : { status: message.response.status };
  return { kind: 'expectation', ...status, ...partOf('expression' in parsed ? parsed.expression : undefined) };

  function partOf(expression: Expression | undefined): ResponsePart {
    if (expression?.kind === 'statusCode') {
      const wanted = Number(details.wanted ?? Number.NaN);
      return { part: 'status', ...(Number.isInteger(wanted) ? { wanted } : {}) };
    }
    if (expression?.kind !== 'response') return { part: 'value', expression: text };
    if (expression.part === 'header') return { part: 'header', name: expression.name.toLowerCase() };
    if (expression.part !== 'body') return { part: 'value', expression: text };
    const { path } = details;
    return { part: 'body', pointer: generalPointer(expression.pointer), ...(path === undefined ? {} : { path }) };
  }
}
