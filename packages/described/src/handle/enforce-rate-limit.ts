import { defineExpiringCollection, type ExpiringRecord, parseDuration, putExpiring } from '@understudy/kernel';
import { findResponse, normalizeName } from '@understudy/model';
import { inferredErrors } from '../errors.js';
import { type HttpConvention, type OperationRequest, statementOf } from './api-runtime.js';
import { digestParts, hashCaller } from './operation-request.js';

/** The number of requests by one caller in the current window. */
interface Window extends ExpiringRecord {
  readonly count: number;
}

interface Standing {
  readonly limit: number;
  readonly remaining: number;
  /** Length of the window in seconds. */
  readonly window: number;
  /** Seconds until the window closes. */
  readonly seconds: number;
  /** Unix time in seconds at which the window closes. */
  readonly end: number;
}

const windows = defineExpiringCollection<Window>('request windows');

/** The limit of an operation, or the limit for all operations. */
export function rateLimitOf(request: Pick<OperationRequest, 'served' | 'plan'>) {
  return statementOf(request)?.rateLimit ?? request.served.plan.model.http?.rateLimit;
}

/** Counts each caller's requests by the sandbox clock, and responds with 429 above the limit. */
export const enforceRateLimit: HttpConvention = async (exchange, next) => {
  const { context } = exchange;
  const rateLimit = rateLimitOf(exchange);
  if (rateLimit === undefined) return await next();
  const { requests, per } = rateLimit;
  const span = parseDuration(per);
  const now = context.clock.now().getTime();
  const name = digestParts(`${requests} ${per}`, hashCaller(exchange));
  const known = await context.scopes.shared.collection(windows).get(name);
  const window = known !== undefined && now < known.keptUntil ? known : { keptUntil: now + span, count: 0 };
  const end = window.keptUntil;
  const seconds = Math.max(1, Math.ceil((end - now) / 1000));
  const remaining = requests - window.count - 1;
  const standing = { limit: requests, window: span / 1000, remaining, seconds, end: Math.ceil(end / 1000) };
  if (remaining < 0) {
    const headers = { ...headersOf(exchange, 429, { ...standing, remaining: 0 }), 'Retry-After': String(seconds) };
    return inferredErrors.rateLimit(`${requests} requests per ${per}`, seconds, headers);
  }
  await putExpiring(context, windows, [name, { ...window, count: window.count + 1 }]);
  const result = await next();
  if ('refused' in result) return result;
  return { ...result, headers: { ...result.headers, ...headersOf(exchange, result.status, standing) } };
};

/** The values of described rate limit headers. */
const described: readonly (readonly [RegExp, (standing: Standing) => number])[] = [
  [/ratelimitlimit$/, ({ limit }) => limit],
  [/ratelimitremaining$/, ({ remaining }) => remaining],
  [/^xratelimitreset$/, ({ end }) => end],
  [/ratelimitreset$/, ({ seconds }) => seconds],
];

/** Returns the rate limit headers of the IETF draft and of the description. */
function headersOf({ plan }: OperationRequest, status: number, standing: Standing): Record<string, string> {
  const { limit, remaining, seconds, window } = standing;
  const headers: Record<string, string> = {
    'RateLimit-Policy': `"default";q=${limit};w=${window}`,
    RateLimit: `"default";r=${remaining};t=${seconds}`,
  };
  for (const name of Object.keys(findResponse(plan.responses, status)?.headers ?? {})) {
    const value = described.find(([form]) => form.test(normalizeName(name)))?.[1](standing);
    if (value !== undefined) headers[name] = String(value);
  }
  return headers;
}
