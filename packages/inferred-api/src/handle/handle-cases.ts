import { createErrorResult, defineCollection, type HandlerContext, RawJson } from '@understudy/kernel';
import { findInvalidRequest } from '../cases/accept-invalid-request.js';
import { createEvaluator } from '../cases/create-evaluator.js';
import { conditionHolds, extractFeatures } from '../cases/extract-features.js';
import { collectMentionedValues, type KnownValue } from '../cases/known-value.js';
import {
  type CaseMessage,
  parseReadableBody,
  toKeyText,
  type ValuesByPosition,
  valuesByPosition,
} from '../cases/message.js';
import { type BehaviorCase, fillTemplate } from '../cases/template.js';
import type { HandlerResult } from './api-runtime.js';
import { generateLikeSample } from './generate-key.js';
import type { OperationRequest } from './operation-request.js';
import { securitySetting } from './settings.js';

const counters = defineCollection<{ readonly last: number }>('generated numbers');
const knownValues = defineCollection<KnownValue>('known values');
/** Characters of a response whose values are remembered. */
const longestRead = 1_000_000;

/** Responds as a recording showed in the same case, and remembers the values that later requests can name. */
export async function handleCases(
  exchange: OperationRequest,
  next: () => Promise<HandlerResult>,
): Promise<HandlerResult> {
  const { plan, context } = exchange;
  const { cases = [], remembers = [] } = plan.conventions;
  if (cases.length === 0 && remembers.length === 0) return await next();
  const { findings = [], body: sent = exchange.input.body } = findInvalidRequest(exchange.input.path) ?? {};
  const message = messageOf(exchange, sent);
  const request = valuesByPosition(message);
  const now = context.clock.now().getTime();
  const known = new Map<string, KnownValue>();
  await recallAll(context, known, request, remembers);
  const recall = (value: string) => known.get(value);
  const features = extractFeatures(request, { remembers, recall, now, findings });
  const isOpen = context.settings.of(securitySetting) === 'off';
  const isOffered = ({ status }: BehaviorCase) => !(isOpen && (status === 401 || status === 403));
  const found = cases
    .filter(isOffered)
    .find(({ when }) => when.every((condition) => conditionHolds(condition, features)));
  const isRefused = findings.length > 0 && found?.lenient !== true && !(Number(found?.status) >= 400);
  if (isRefused)
    return createErrorResult(400, 'bad_request', findings.map(({ message: text }) => text).join(' '), { findings });
  const result = found?.status === undefined ? await next() : await respond(exchange, message, { found, known, now });
  if ('refused' in result || result.status >= 400) return result;
  const response = valuesByPosition({ body: plainBody(result.body) }, 'response');
  await recallAll(context, known, response, remembers);
  const isRead = plan.operation.method === 'GET' || plan.operation.method === 'HEAD';
  const operation = plan.operation.operationId;
  const updates = collectMentionedValues({ operation, isRead, now, request, response, remembers }, recall);
  const stored = context.scopes.shared.collection(knownValues);
  for (const [value, each] of updates) await stored.put(value, each);
  return result;
}

function messageOf({ context, input: { path } }: OperationRequest, body: unknown): CaseMessage {
  const { url, headers } = context.request;
  const search = new URL(url, 'http://localhost').searchParams;
  const isForm = Array.isArray(body) && headers['content-type']?.includes('form') === true;
  const values = isForm ? Object.fromEntries(body.filter((pair) => Array.isArray(pair))) : plainBody(body);
  return { path, query: Object.fromEntries(search), header: headers, body: values };
}

/** A body whose members cases can read. */
function plainBody(body: unknown): unknown {
  if (!(body instanceof RawJson)) return parseReadableBody(body);
  return body.text.length > longestRead ? undefined : JSON.parse(body.text);
}

async function recallAll(
  context: HandlerContext,
  known: Map<string, KnownValue>,
  positions: ValuesByPosition,
  remembers: readonly string[],
): Promise<void> {
  const stored = context.scopes.shared.collection(knownValues);
  const values = remembers.flatMap((position) => (positions.get(position) ?? []).slice(0, 200));
  for (const key of new Set(values.flatMap((value) => toKeyText(value) ?? []))) {
    const value = known.has(key) ? undefined : await stored.get(key);
    if (value !== undefined) known.set(key, value);
  }
}

interface Found {
  readonly found: BehaviorCase;
  readonly known: ReadonlyMap<string, KnownValue>;
  readonly now: number;
}

async function respond(
  { context }: OperationRequest,
  message: CaseMessage,
  { found, known, now }: Found,
): Promise<HandlerResult> {
  const made = new Map<string, unknown>();
  for (const [name, sample] of Object.entries(found.new ?? {})) made.set(name, await generated(context, name, sample));
  const evaluate = createEvaluator({
    message,
    recall: (value) => known.get(value),
    now,
    baseUrl: context.baseUrl,
    generate: (name) => made.get(name),
  });
  const headers = Object.entries(found.headers ?? {}).map(([name, text]) => [
    name,
    String(fillTemplate(text, evaluate)).replace(/[^\x20-\x7e]/g, ''),
  ]);
  return {
    status: found.status ?? 200,
    headers: Object.fromEntries(headers),
    ...(found.body === undefined ? {} : { body: fillTemplate(found.body, evaluate) }),
  };
}

/** A new value in the form of a sample. */
async function generated(context: HandlerContext, name: string, sample: unknown): Promise<unknown> {
  const id = context.ids.next('known');
  if (typeof sample !== 'number' && !/^\d{1,15}$/.test(String(sample)))
    return generateLikeSample(String(sample), context.random) ?? id;
  const numbers = context.scopes.shared.collection(counters);
  const last = ((await numbers.get(name))?.last ?? Number(sample)) + 1;
  await numbers.put(name, { last });
  return typeof sample === 'number' ? last : String(last).padStart(String(sample).length, '0');
}
