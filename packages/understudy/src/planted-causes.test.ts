import type { HttpResponse } from '@understudy/conformance';
import { createTimerHandler, defineTimer, type Simulator, type WebhookOrder } from '@understudy/kernel';
import {
  changeCodeContext,
  changeRequest,
  changeResponseAt,
  changeSuccessStatus,
  changeWebhookBody,
  changeWebhooks,
  combineChanges,
  createTenantMemory,
  isRejected,
  outsidePlaces,
  removedMarker,
  renameAtPath,
  replaceSentWebhooks,
  type SimulatorChange,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { expect, it, vi } from 'vitest';
import { runDeviating } from './testing/run-deviating.js';

vi.setConfig({ testTimeout: 120_000 });

const summaries = createTenantMemory<unknown>();

interface Break {
  readonly claim: string;
  readonly change?: SimulatorChange;
  readonly wire?: (response: HttpResponse) => HttpResponse;
  /** The operation and the rule of the cause. */
  readonly cause: readonly [operationId: string, ruleId: string];
}

const breaks: Readonly<Record<string, Break>> = {
  'missing field': {
    claim: 'inventory.classification.operation',
    change: changeResponseAt('startInventoryClassification', 'jobId', () => removedMarker),
    cause: ['startInventoryClassification', 'response/body-required'],
  },
  'wrong type': {
    claim: 'inventory.result-item.schema',
    change: changeResponseAt('getPredictionResults', 'results/*/datasetId', () => 7),
    cause: ['getPredictionResults', 'response/body-type'],
  },
  'wrong status': {
    claim: 'analysis.feedback.operation',
    change: changeSuccessStatus('uploadFeedback', 202),
    cause: ['uploadFeedback', 'response/undocumented-status'],
  },
  'lost header': {
    claim: 'analysis.error.schema',
    wire: ({ headers: { 'www-authenticate': _lost, ...headers }, ...response }) => ({ ...response, headers }),
    cause: ['predictRealTime', 'response/required-header'],
  },
  'lost webhook': {
    claim: 'analysis.event.body',
    change: changeWebhooks(() => undefined),
    cause: ['listMessages', 'webhook/missing'],
  },
  'wrong error body': {
    claim: 'analysis.error.schema',
    change: (simulator) => ({
      ...simulator,
      envelope(refusal, facts) {
        const envelope = simulator.envelope(refusal, facts);
        const isXml = typeof envelope.body !== 'object';
        return isXml ? envelope : { ...envelope, body: renameAtPath(envelope.body, 'error_uuid', 'errorUuid') };
      },
    }),
    cause: ['checkHealth', 'response/body-required'],
  },
  'wrong paging': {
    claim: 'analysis.results.page',
    change: changeResponseAt('getPredictionResults', 'pages', (pages) => Number(pages) + 1),
    cause: ['getPredictionResults', 'criterion/false'],
  },
  'filter ignored': {
    claim: 'analysis.subscriptions.operation',
    change: changeRequest('getSubscriptions', (input) => ({ ...input, query: {} })),
    cause: ['getSubscriptions', 'criterion/false'],
  },
  'wrong default': {
    claim: 'analysis.delete.to-only',
    change: changeRequest('deleteDatasetData', (input) =>
      input.query['fromDate'] === undefined ? { ...input, query: {} } : input,
    ),
    cause: ['getDatasetSummary', 'criterion/false'],
  },
  'stale read': {
    claim: 'analysis.data.summary',
    change: wrapHandlers('getDatasetSummary', async (next, input, context) => {
      const memory = summaries.of(context, input);
      const result = await next(input, context);
      if (!isRejected(result)) memory.value ??= result.body;
      return isRejected(result) ? result : { ...result, body: toJsonObject(memory.value) };
    }),
    cause: ['getDatasetSummary', 'criterion/false'],
  },
};

async function run(planted: readonly Break[]) {
  const change = combineChanges(...planted.flatMap((each) => each.change ?? []));
  const wire = (response: HttpResponse) => planted.reduce((one, each) => each.wire?.(one) ?? one, response);
  return await runDeviating({ api: 'inventory', claims: planted.map(({ claim }) => claim), change, wire });
}

/** Waits for a webhook until its limit, again and again. */
const longBreak = 'lost webhook';

for (const isLong of [false, true]) {
  it.each(Object.entries(breaks).filter(([name]) => (name === longBreak) === isLong))(
    'reports one cause for the defect: %s',
    { tags: isLong ? 'slow' : [] },
    async (_, planted) => {
      const { causes } = (await run([planted])).result;
      expect(causes.map(({ ruleId }) => ruleId)).toEqual([planted.cause[1]]);
      expect(causes[0]?.operations ?? [causes[0]?.operationId]).toContain(planted.cause[0]);
    },
  );
}

it('reports at most one cause per defect if all defects occur, in at most 150 lines', { tags: 'slow' }, async () => {
  const { result, lines } = await run(Object.values(breaks));
  expect(result.causes.length).toBeGreaterThan(4);
  expect(result.causes.length).toBeLessThanOrEqual(Object.keys(breaks).length);
  expect(lines.length).toBeLessThanOrEqual(150);
});

const lateWebhook = defineTimer<WebhookOrder>('late-webhook');

const late = (simulator: Simulator): Simulator =>
  changeCodeContext(outsidePlaces('timer:late-webhook'), ({ webhooks, timers, clock }) => ({
    webhooks: {
      ...webhooks,
      send: (payload) =>
        void timers.schedule({ at: new Date(clock.now().getTime() + 20_000), timer: lateWebhook, payload }),
    },
  }))({
    ...simulator,
    timers: {
      ...simulator.timers,
      [lateWebhook.name]: createTimerHandler(lateWebhook, async (order, { webhooks }) => webhooks.send(order)).run,
    },
  });

const wrongTotal = (response: HttpResponse): HttpResponse =>
  response.headers['x-total'] === undefined
    ? response
    : { ...response, headers: { ...response.headers, 'x-total': `${Number(response.headers['x-total']) + 7}` } };
const wrongCode = (response: HttpResponse): HttpResponse => {
  const text = new TextDecoder().decode(response.body);
  return { ...response, body: new TextEncoder().encode(text.replace(/"code":"\w+"/, '"code":"wrong"')) };
};

type Planted = [string, string[], SimulatorChange | undefined, typeof wrongTotal | undefined, object];

const planted: Planted[] = [
  [
    'webhooks that are 20 s late',
    ['einvoicing.event.received-data', 'einvoicing.webhook.vendor-linking', 'einvoicing.sent.follow-delivery'],
    late,
    undefined,
    {
      kind: 'webhook-late',
      api: 'einvoicing',
      title: expect.stringMatching(
        /^A webhook after \w+ was 20 s late: .* expected it by \S+Z, and received POST \{.* at \S+Z\.$/,
      ),
      about: {
        kind: 'webhook-late',
        inbox: expect.any(String),
        after: expect.any(String),
        delivery: expect.any(String),
      },
    },
  ],
  [
    'one wrong header whose name scenarios spell in two ways',
    ['einvoicing.invoices.received-window', 'einvoicing.documents.list-received', 'einvoicing.assignments.list'],
    undefined,
    wrongTotal,
    { kind: 'expectation', about: { part: 'header', name: 'x-total' } },
  ],
  [
    'one wrong property in all errors',
    ['einvoicing.auth.scopes', 'einvoicing.invoices.list', 'einvoicing.validator.offers', 'einvoicing.documents.post'],
    undefined,
    wrongCode,
    { kind: 'expectation', about: { part: 'body', pointer: '/code' } },
  ],
];

it.each(planted.slice(1))('reports one cause for: %s', isOneCause);

it.each(planted.slice(0, 1))('reports one cause for: %s', { tags: 'slow' }, isOneCause);

async function isOneCause(...[, claims, change, wire, cause]: Planted): Promise<void> {
  const { causes } = (await runDeviating({ api: 'einvoicing', claims, change, wire })).result;
  expect(causes).toMatchObject([cause]);
  expect(causes[0]?.occurrences.length).toBeGreaterThan(2);
  expect(causes[0]?.claims.every((id) => id.startsWith('einvoicing.'))).toBe(true);
}

it.each([
  ['webhook-missing', replaceSentWebhooks(() => [])],
  ['webhook-unexpected', replaceSentWebhooks((order) => [order, order])],
  ['webhook-different', changeWebhookBody((body) => ({ ...body, event_data: {} }))],
])('%s is distinguished from the other kinds of cause', async (kind, change) => {
  const { result } = await runDeviating({ api: 'einvoicing', claims: ['einvoicing.event.received-data'], change });
  expect(new Set(result.causes.map((cause) => cause.kind))).toEqual(new Set([kind]));
});
