import { isObject, type OperationInput, parsePointer } from '@understudy/contract';
import type { Result } from './served.js';

/** What runtime expressions of OpenAPI may speak of. */
export interface Exchange {
  readonly input: OperationInput;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly method: string;
  readonly result: Result;
}

/** The value of `$request.body#/url` and its like, or of a text with such in braces; undefined where there is none. */
export function evaluate(expression: string, exchange: Exchange): string | undefined {
  if (expression.startsWith('$')) return textOf(meaningOf(expression, exchange));
  let isWhole = true;
  const text = expression.replace(/\{(\$[^{}]*)\}/g, (_braces, inner: string) => {
    const value = textOf(meaningOf(inner, exchange));
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? text : undefined;
}

function meaningOf(expression: string, { input, headers, url, method, result }: Exchange): unknown {
  const answer: { status: number; body?: unknown; headers?: unknown } =
    'refused' in result ? { status: result.status } : result;
  if (expression === '$url') return url;
  if (expression === '$method') return method;
  if (expression === '$statusCode') return answer.status;
  const [, side, place, rest = ''] =
    /^\$(request|response)\.(body|query|path|header)(?:[.#](.*))?$/.exec(expression) ?? [];
  const isRequest = side === 'request';
  if (place === 'body') return partOf(isRequest ? input.body : answer.body, rest);
  if (place === 'query') return input.query[rest];
  if (place === 'path') return input.path[rest];
  if (place !== 'header') return undefined;
  return isRequest ? headers[rest.toLowerCase()] : Object(answer.headers)[rest];
}

function partOf(body: unknown, pointer: string): unknown {
  let value = body;
  for (const token of parsePointer(pointer))
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, token) : undefined;
  return value;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
