import { isObject, parseJson, stringifyJson } from '@understudy/contract';
import { defineExpiringCollection, type ExpiringRecord, putExpiring } from '@understudy/kernel';
import { getMember } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import {
  type Handled,
  type HandlerResult,
  type HttpConvention,
  type OperationRequest,
  statementOf,
} from './api-runtime.js';
import { digestParts, hashCaller } from './operation-request.js';

/** The response to a request with an `Idempotency-Key`. */
interface StoredResponse extends ExpiringRecord {
  /** Digest of the request's URL and body. */
  readonly digest: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. Undefined if the response has no body. */
  readonly body?: string;
}

/** Time in milliseconds for which a key is stored. */
const lifetime = 24 * 3600 * 1000;
const longestKey = 255;
/** Maximum length of a response body in characters. Longer responses are not stored. */
const longestBody = 256 * 1024;

const responses = defineExpiringCollection<StoredResponse>('responses by idempotency key');

/**
 * Repeats the response to a request with the same `Idempotency-Key`, or the same key in its body. Responds with 422 if
 * the body differs.
 */
export const handleIdempotency: HttpConvention = (exchange, next) => {
  const { header } = settingOf(exchange);
  const { headers } = exchange.context.request;
  const key =
    header === undefined
      ? (headers['idempotency-key'] ?? headers['x-idempotency-key'])
      : (headers[header.toLowerCase()] ?? getMember(exchange.input.body, header));
  return typeof key !== 'string' || key === '' ? next() : respondOnce(exchange, next, key);
};

/** The header that contains the key, and the status of a repeated response, if the model states them. */
function settingOf(exchange: OperationRequest): { readonly header?: string; readonly status?: number } {
  const { idempotent } = statementOf(exchange) ?? {};
  if (typeof idempotent === 'string') return { header: idempotent };
  return isObject(idempotent) ? idempotent : {};
}

async function respondOnce(exchange: OperationRequest, next: () => Handled, key: string): Promise<HandlerResult> {
  const { plan, context } = exchange;
  const { request } = context;
  if (key.length > longestKey) return inferredErrors.longIdempotencyKey(key.length, longestKey);
  const stored = context.scopes.shared.collection(responses);
  const name = digestParts(plan.operation.operationId, hashCaller(exchange), key);
  const now = context.clock.now().getTime();
  const sent = digestParts(request.url, request.bytes);
  const known = await stored.get(name);
  if (known !== undefined && now < known.keptUntil) {
    if (known.digest !== sent) return inferredErrors.reusedIdempotencyKey();
    const { headers, body } = known;
    const { status = known.status } = settingOf(exchange);
    const repeated = { ...headers, 'Idempotent-Replayed': 'true' };
    return { status, headers: repeated, ...(body === undefined ? {} : { body: parseJson(body), showsStored: true }) };
  }
  const result = await next();
  if ('refused' in result) return result;
  const { status, headers = {}, body } = result;
  const isPlain =
    body === undefined || (isObject(body) && Object.getPrototypeOf(body) === Object.prototype) || Array.isArray(body);
  const text = body === undefined ? {} : { body: stringifyJson(body) };
  if (!isPlain || (text.body?.length ?? 0) > longestBody) return result;
  const response = { digest: sent, keptUntil: now + lifetime, status, headers, ...text };
  await putExpiring(context, responses, [name, response]);
  return result;
}
