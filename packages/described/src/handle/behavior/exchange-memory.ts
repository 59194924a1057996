import { type Finding, parseJson } from '@understudy/contract';
import { defineCollection, isMultipartBody, RawJson } from '@understudy/kernel';
import { findInvalidRequest } from '../../memory/accept-invalid-request.js';
import { collectMentionedValues, findSubject } from '../../memory/known-value.js';
import {
  type MessageParts,
  parseReadableBody,
  separateCookies,
  valuesByPosition,
  valuesOfResponse,
} from '../../memory/message-values.js';
import { findSender, toTarget } from '../../memory/request-sender.js';
import { type OperationRequest, statementOf } from '../api-runtime.js';
import { knownValues, mostKnown, recallValue } from './known-values.js';

const order = defineCollection<{ readonly last: number }>('order of known values');
/** Maximum length of a response whose values are remembered, in characters. */
const longestRead = 1_000_000;

/** The original request of an operation that remembers values or is lenient. */
export interface ExchangeMemory {
  /** The request values that expressions can use, in place of the validated ones. */
  readonly values: Record<string, unknown>;
  readonly problems: readonly Finding[];
  /** Remembers the values in the request and in its response. */
  remember(answer: unknown, setCookie: string | undefined): Promise<void>;
}

/** Reads the request of an operation that is lenient or remembers values. Returns undefined for other operations. */
export function openMemory(exchange: OperationRequest): ExchangeMemory | undefined {
  const { lenient, remembers = [] } = statementOf(exchange) ?? {};
  if (lenient !== true && remembers.length === 0) return undefined;
  const { context, input, plan } = exchange;
  const recall = (value: unknown) => recallValue(context, value);
  const { findings = [], body: sent } = findInvalidRequest(input.path) ?? {};
  const plain = readMessage(exchange, isMultipartBody(input.body) ? input.body : (sent ?? input.body));
  const sender = findSender(valuesByPosition(plain), recall);
  const target = toTarget(sender, context.request.url.split('?', 1)[0] ?? '');
  const problems = findings.map(({ pointer, ruleId }) => ({ at: toPosition(pointer), rule: ruleId }));
  return {
    problems: findings,
    values: { ...plain, target, sender, problems },
    async remember(answer, setCookie) {
      const response = valuesOfResponse(readableBody(answer), setCookie);
      const mention = {
        ...{ operation: plan.operation.operationId, isRead: isRead(plan.operation.method) },
        now: context.clock.now().getTime(),
        request: valuesByPosition({ ...plain, target }),
        response,
        remembers: remembers.map(toInnerPosition),
        owners: sender.owners,
        order: await nextOrder(exchange),
        subject: findSubject(plan.operation.path),
      };
      const stored = context.scopes.shared.collection(knownValues);
      for (const [value, each] of collectMentionedValues(mention, recall)) await stored.put(value, each);
    },
  };
}

/** Returns the position of a finding: `body.lines.*.sku` for `/body/lines/0/sku`. */
function toPosition(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/\/\d+(?=\/|$)/g, '/*')
    .replaceAll('/', '.');
}

function toInnerPosition(place: string): string {
  return place.replaceAll('[]', '.*');
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function readMessage({ context, input: { path } }: OperationRequest, body: unknown): MessageParts {
  const { url, headers } = context.request;
  const search = new URL(url, 'http://localhost').searchParams;
  const isForm = Array.isArray(body) && headers['content-type']?.includes('form') === true;
  const values = isForm ? Object.fromEntries(body.filter((pair) => Array.isArray(pair))) : readableBody(body);
  return { path, query: Object.fromEntries(search), headers: separateCookies(headers), body: values };
}

/** Returns a body in the form whose members conditions can read. */
function readableBody(body: unknown): unknown {
  if (!(body instanceof RawJson)) return parseReadableBody(body);
  return body.text.length > longestRead ? undefined : parseJson(body.text);
}

async function nextOrder({ context }: OperationRequest): Promise<number> {
  const stored = context.scopes.shared.collection(order);
  const last = (stored.getSync('all')?.last ?? 0) + mostKnown;
  await stored.put('all', { last });
  return last;
}
