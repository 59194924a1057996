import { parsePointer } from './json-pointer.js';
import { isJsonNumber } from './numbers/exact-number.js';
import { isObject } from './objects.js';

/** A request or response. Header names are in lower case. */
interface ExchangeSide {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface ExpressionExchange {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly request: ExchangeSide & {
    readonly path: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
  };
  readonly response: ExchangeSide;
}

/** Returns the value of an expression such as `$request.body#/url`, or of a string with expressions in braces. */
export function evaluateExpression(expression: string, exchange: ExpressionExchange): string | undefined {
  if (expression.startsWith('$')) return textOf(meaningOf(expression, exchange));
  let isWhole = true;
  const text = expression.replace(/\{(\$[^{}]*)\}/g, (_braces, inner: string) => {
    const value = textOf(meaningOf(inner, exchange));
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? text : undefined;
}

function meaningOf(expression: string, { url, method, status, request, response }: ExpressionExchange): unknown {
  if (expression === '$url') return url;
  if (expression === '$method') return method;
  if (expression === '$statusCode') return status;
  const [, side, place, rest = ''] =
    /^\$(request|response)\.(body|query|path|header)(?:[.#](.*))?$/.exec(expression) ?? [];
  const of = side === 'request' ? request : response;
  if (place === 'body') return partOf(of.body, rest);
  if (place === 'query') return request.query[rest];
  if (place === 'path') return request.path[rest];
  return place === 'header' ? of.headers[rest.toLowerCase()] : undefined;
}

function partOf(body: unknown, pointer: string): unknown {
  let value = body;
  for (const token of parsePointer(pointer))
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, token) : undefined;
  return value;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || isJsonNumber(value) || typeof value === 'boolean' ? String(value) : undefined;
}
