import { type Context, defineCollection, JsonText, refuse } from '@understudy/kernel';
import { evaluateWith } from '../cases/evaluate.js';
import { featuresOf, holds } from '../cases/features-of.js';
import { judgedRequest } from '../cases/judged-request.js';
import { type KnownValue, mentionedValues } from '../cases/known-value.js';
import { keyText, type Message, type Positions, positionsOf, readableBody } from '../cases/message.js';
import { type Case, fillTemplate } from '../cases/template.js';
import type { Exchange } from './exchange.js';
import { likeSample } from './generated-key.js';
import type { Result } from './served.js';
import { security } from './settings.js';

const counters = defineCollection<{ readonly last: number }>('generated numbers');
const knownValues = defineCollection<KnownValue>('known values');
/** Characters of a response whose values are remembered. */
const longestRead = 1_000_000;

/** Responds as a recording showed in the same case, and remembers the values that later requests can name. */
export async function withCases(exchange: Exchange, next: () => Promise<Result>): Promise<Result> {
  const { plan, context } = exchange;
  const { cases = [], remembers = [] } = plan.conventions;
  if (cases.length === 0 && remembers.length === 0) return await next();
  const { findings = [], body: sent = exchange.input.body } = judgedRequest(exchange.input.path) ?? {};
  const message = messageOf(exchange, sent);
  const request = positionsOf(message);
  const now = context.clock.now().getTime();
  const known = new Map<string, KnownValue>();
  await recallAll(context, known, request, remembers);
  const recall = (value: string) => known.get(value);
  const features = featuresOf(request, { remembers, recall, now, findings });
  const isOpen = context.settings.of(security) === 'off';
  const isOffered = ({ status }: Case) => !(isOpen && (status === 401 || status === 403));
  const found = cases.filter(isOffered).find(({ when }) => when.every((condition) => holds(condition, features)));
  const isRefused = findings.length > 0 && found?.lenient !== true && !(Number(found?.status) >= 400);
  if (isRefused) return refuse(400, 'bad_request', findings.map(({ message: text }) => text).join(' '), { findings });
  const result = found?.status === undefined ? await next() : await respond(exchange, message, { found, known, now });
  if ('refused' in result || result.status >= 400) return result;
  const response = positionsOf({ body: plainBody(result.body) }, 'response');
  await recallAll(context, known, response, remembers);
  const isRead = plan.operation.method === 'GET' || plan.operation.method === 'HEAD';
  const operation = plan.operation.operationId;
  const updates = mentionedValues({ operation, isRead, now, request, response, remembers }, recall);
  const stored = context.scopes.shared.collection(knownValues);
  for (const [value, each] of updates) await stored.put(value, each);
  return result;
}

function messageOf({ context, input: { path } }: Exchange, body: unknown): Message {
  const { url, headers } = context.request;
  const search = new URL(url, 'http://localhost').searchParams;
  const isForm = Array.isArray(body) && headers['content-type']?.includes('form') === true;
  const values = isForm ? Object.fromEntries(body.filter((pair) => Array.isArray(pair))) : plainBody(body);
  return { path, query: Object.fromEntries(search), header: headers, body: values };
}

/** A body whose members cases can read. */
function plainBody(body: unknown): unknown {
  if (!(body instanceof JsonText)) return readableBody(body);
  return body.text.length > longestRead ? undefined : JSON.parse(body.text);
}

async function recallAll(
  context: Context,
  known: Map<string, KnownValue>,
  positions: Positions,
  remembers: readonly string[],
): Promise<void> {
  const stored = context.scopes.shared.collection(knownValues);
  const values = remembers.flatMap((position) => (positions.get(position) ?? []).slice(0, 200));
  for (const key of new Set(values.flatMap((value) => keyText(value) ?? []))) {
    const value = known.has(key) ? undefined : await stored.get(key);
    if (value !== undefined) known.set(key, value);
  }
}

interface Found {
  readonly found: Case;
  readonly known: ReadonlyMap<string, KnownValue>;
  readonly now: number;
}

async function respond({ context }: Exchange, message: Message, { found, known, now }: Found): Promise<Result> {
  const made = new Map<string, unknown>();
  for (const [name, sample] of Object.entries(found.new ?? {})) made.set(name, await generated(context, name, sample));
  const evaluate = evaluateWith({
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
async function generated(context: Context, name: string, sample: unknown): Promise<unknown> {
  const id = context.ids.next('known');
  if (typeof sample !== 'number' && !/^\d{1,15}$/.test(String(sample)))
    return likeSample(String(sample), context.random) ?? id;
  const numbers = context.scopes.shared.collection(counters);
  const last = ((await numbers.get(name))?.last ?? Number(sample)) + 1;
  await numbers.put(name, { last });
  return typeof sample === 'number' ? last : String(last).padStart(String(sample).length, '0');
}
