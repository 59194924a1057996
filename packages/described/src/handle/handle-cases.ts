import { parseJson, stringifyJson } from '@understudy/contract';
import { defineCollection, type HandlerContext, RawJson } from '@understudy/kernel';
import type { BehaviorCase } from '@understudy/model';
import { findInvalidRequest } from '../cases/accept-invalid-request.js';
import { createEvaluator } from '../cases/create-evaluator.js';
import { conditionHolds, extractFeatures } from '../cases/extract-features.js';
import { collectMentionedValues, findSubject, type KnownValue } from '../cases/known-value.js';
import {
  cutPage,
  findRequestOwner,
  formatSelf,
  isMadeList,
  type Made,
  type MadeList,
  type RequestOwner,
  selectMadeValues,
} from '../cases/made-list.js';
import {
  type CaseMessage,
  isSecretPosition,
  parseReadableBody,
  toKeyText,
  type ValuesByPosition,
  valuesByPosition,
} from '../cases/message.js';
import { fillTemplate, repeatMarker, type TemplateEvaluator } from '../cases/template.js';
import { inferredErrors } from '../errors.js';
import { type HandlerResult, type HttpConvention, type OperationRequest, readObjectBody } from './api-runtime.js';
import { generateLikeSample } from './generate-key.js';
import { sendAll } from './send-webhooks.js';
import { securitySetting } from './settings.js';

const counters = defineCollection<{ readonly last: number }>('generated numbers');
const knownValues = defineCollection<KnownValue>('known values').indexedBy({
  made: ({ from, place, order }) => [[from, place].join(' '), order],
});
/** Generated values of the items of lists, which stay the same. */
const itemValues = defineCollection<{ readonly value: unknown }>('generated values of items');
/** Values that one list selects from. */
const mostMade = 2000;
/** Characters of a response whose values are remembered. */
const longestRead = 1_000_000;

/** Responds as recorded for the matching case, and remembers the values that later requests can refer to. */
export const handleCases: HttpConvention = async (exchange, next) => {
  const { plan, context } = exchange;
  const { cases = [], remembers = [] } = plan.conventions;
  if (cases.length === 0 && remembers.length === 0) return await next();
  const { findings = [], body: sent } = findInvalidRequest(exchange.input.path) ?? {};
  const { parts }: { parts?: unknown } = Object(exchange.input.body);
  const plain = toCaseMessage(exchange, parts === undefined ? (sent ?? exchange.input.body) : { parts });
  const now = context.clock.now().getTime();
  const known = new Map<string, KnownValue>();
  const owner = await callerOf(context, known, valuesByPosition(plain));
  const message = { ...plain, self: formatSelf(owner, context.request.url.split('?', 1)[0] ?? '') };
  const request = valuesByPosition(message);
  await recallAll(context, known, request, remembers);
  const recall = (value: string) => known.get(value);
  const features = extractFeatures(request, { remembers, recall, now, findings });
  const isOpen = context.settings.of(securitySetting) === 'off';
  const isOffered = ({ status }: BehaviorCase) => !(isOpen && (status === 401 || status === 403));
  const found = cases
    .filter(isOffered)
    .find(({ when }) => when.every((condition) => conditionHolds(condition, features)));
  const isRefused = findings.length > 0 && found?.lenient !== true && !(Number(found?.status) >= 400);
  if (isRefused) return inferredErrors.badRequest(findings);
  const result =
    found?.status === undefined
      ? await next()
      : await respond(exchange, message, { found, known, now, request, owner });
  if ('refused' in result || result.status >= 400) return result;
  if (found?.status !== undefined) {
    const facts = { now: context.clock.now(), baseUrl: context.baseUrl };
    await sendAll({ ...exchange, facts, resource: plan.resource }, readObjectBody(result.body), result);
  }
  const response = valuesByPosition({ body: plainBody(result.body) }, 'response');
  await recallAll(context, known, response, remembers);
  const isRead = plan.operation.method === 'GET' || plan.operation.method === 'HEAD';
  const operation = plan.operation.operationId;
  const subject = findSubject(plan.operation.path);
  const order = await nextNumber(context, 'order', 0, mostMade);
  const mention = { operation, isRead, now, request, response, remembers, owners: owner.owners, order, subject };
  const updates = collectMentionedValues(mention, recall);
  const stored = context.scopes.shared.collection(knownValues);
  for (const [value, each] of updates) await stored.put(value, each);
  return result;
};

function toCaseMessage({ context, input: { path } }: OperationRequest, body: unknown): CaseMessage {
  const { url, headers } = context.request;
  const search = new URL(url, 'http://localhost').searchParams;
  const isForm = Array.isArray(body) && headers['content-type']?.includes('form') === true;
  const values = isForm ? Object.fromEntries(body.filter((pair) => Array.isArray(pair))) : plainBody(body);
  return { path, query: Object.fromEntries(search), header: headers, body: values };
}

/** Returns a body whose members cases can read. */
function plainBody(body: unknown): unknown {
  if (!(body instanceof RawJson)) return parseReadableBody(body);
  return body.text.length > longestRead ? undefined : parseJson(body.text);
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

/** Returns the caller, whose credentials and the values that they were issued for become known. */
async function callerOf(
  context: HandlerContext,
  known: Map<string, KnownValue>,
  request: ValuesByPosition,
): Promise<RequestOwner> {
  const secrets = [...request.keys()].filter(
    (position) => position.startsWith('header.') && isSecretPosition(position),
  );
  await recallAll(context, known, request, secrets);
  for (const position of secrets) {
    const sent = valuesByPosition({ body: known.get(toKeyText(request.get(position)?.[0]) ?? '')?.sent }, 'sent');
    await recallAll(context, known, sent, [...sent.keys()]);
  }
  return findRequestOwner(request, (value) => known.get(value));
}

interface Found {
  readonly found: BehaviorCase;
  readonly known: ReadonlyMap<string, KnownValue>;
  readonly now: number;
  readonly request: ValuesByPosition;
  readonly owner: RequestOwner;
}

async function respond(
  { served, context }: OperationRequest,
  message: CaseMessage,
  given: Found,
): Promise<HandlerResult> {
  const { found, known, now } = given;
  const made = new Map<string, unknown>();
  for (const [name, sample] of Object.entries(found.new ?? {})) made.set(name, await generated(context, name, sample));
  const evaluation = {
    message,
    recall: (value: string) => known.get(value),
    now,
    baseUrl: context.baseUrl,
    generate: (name: string) => made.get(name),
  };
  let total: number | undefined;
  const lists = new Map<string, NonNullable<ReturnType<NonNullable<TemplateEvaluator['items']>>>>();
  for (const { [repeatMarker]: list, items } of listsIn(found.body)) {
    const values: Made[] = [];
    for (const source of list.made)
      for (const { key, value } of await context.scopes.shared
        .collection(knownValues)
        .range('made', [source], [source], { limit: mostMade }))
        values.push([key, value]);
    const all = selectMadeValues(list, values, given);
    const selected = cutPage(all, list, given.request);
    total = all.length;
    const names = [...stringifyJson(items).matchAll(/\{\{new\.(\w+)\}\}/g)].map(([, name = '']) => name);
    const shown = selected.map(async ([key, value]) => {
      const own = new Map<string, unknown>();
      for (const name of names) own.set(name, await itemValue(context, { name, key, sample: found.new?.[name] }));
      const recall = (text: string) => (text === key ? value : known.get(text));
      const features = extractFeatures(new Map([['item', [key]]]), { remembers: ['item'], recall, now, findings: [] });
      const generate = (name: string) => own.get(name);
      return {
        features,
        evaluate: createEvaluator({ ...evaluation, message: { ...message, item: key }, recall, generate }),
      };
    });
    lists.set(stringifyJson(list), await Promise.all(shown));
  }
  const evaluate = Object.assign(createEvaluator(evaluation), {
    items: (list: MadeList) => lists.get(stringifyJson(list)) ?? [],
  });
  const headers = Object.entries(found.headers ?? {}).map(([name, text]) => [
    name,
    total !== undefined && served.plan.names.get(name)?.listHeader === 'total'
      ? String(total)
      : String(fillTemplate(text, evaluate)).replace(/[^\x20-\x7e]/g, ''),
  ]);
  return {
    status: found.status ?? 200,
    headers: Object.fromEntries(headers),
    ...(found.body === undefined ? {} : { body: fillTemplate(found.body, evaluate) }),
  };
}

function listsIn(template: unknown): { [repeatMarker]: MadeList; items: unknown }[] {
  if (typeof template !== 'object' || template === null) return [];
  const { [repeatMarker]: list, items }: { [repeatMarker]?: unknown; items?: unknown } = Object(template);
  return isMadeList(list) ? [{ [repeatMarker]: list, items }] : Object.values(template).flatMap(listsIn);
}

async function itemValue(
  context: HandlerContext,
  { name, key, sample }: { readonly name: string; readonly key: string; readonly sample: unknown },
): Promise<unknown> {
  const stored = context.scopes.shared.collection(itemValues);
  const address = stringifyJson([context.operation.operationId, name, key]);
  const known = await stored.get(address);
  if (known !== undefined) return known.value;
  const value = await generated(context, name, sample);
  await stored.put(address, { value });
  return value;
}

/** Returns a new value in the form of a sample. */
async function generated(context: HandlerContext, name: string, sample: unknown): Promise<unknown> {
  const id = context.ids.next('known');
  if (typeof sample !== 'number' && !/^\d{1,15}$/.test(String(sample)))
    return generateLikeSample(String(sample), context.random) ?? id;
  const last = await nextNumber(context, name, Number(sample));
  return typeof sample === 'number' ? last : String(last).padStart(String(sample).length, '0');
}

async function nextNumber(context: HandlerContext, name: string, first: number, step = 1): Promise<number> {
  const numbers = context.scopes.shared.collection(counters);
  const last = ((await numbers.get(name))?.last ?? first) + step;
  await numbers.put(name, { last });
  return last;
}
