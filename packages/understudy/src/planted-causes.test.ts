import { createInProcessTarget, type HttpResponse, runScenarios, type Target } from '@understudy/conformance';
import { createTimerHandler, defineTimer, type Simulator, type WebhookOrder } from '@understudy/kernel';
import {
  changeCodeContext,
  changeWebhookBody,
  outsidePlaces,
  replaceSentWebhooks,
} from '@understudy/kernel/deviations';
import { expect, it } from 'vitest';
import { startSimulators } from './start-simulators.js';
import { changeApi } from './testing/change-api.js';
import { loadWorkspace } from './workspace.js';

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

async function causesOf(
  claims: string[],
  change: (simulator: Simulator) => Simulator,
  wire: (response: HttpResponse) => HttpResponse = (response) => response,
) {
  const workspace = await loadWorkspace();
  const simulators = await startSimulators({ change: changeApi('einvoicing', change) });
  const root = createInProcessTarget(simulators);
  const isolate: Target['isolate'] = async (name) => {
    const isolated = await root.isolate?.(name);
    if (isolated === undefined) throw new Error('an in-process target isolates');
    return { ...isolated, send: async (request) => wire(await isolated.send(request)) };
  };
  const result = await runScenarios({ ...workspace, target: { ...root, isolate }, apis: ['einvoicing'], claims });
  await simulators.close();
  return result.causes;
}

type Planted = [string, string[], (simulator: Simulator) => Simulator, typeof wrongTotal | undefined, object];

const planted: Planted[] = [
  [
    'webhooks that come 20 s late',
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
    'one wrong header, whose name the scenarios write in two ways',
    ['einvoicing.invoices.received-window', 'einvoicing.documents.list-received', 'einvoicing.assignments.list'],
    (simulator: Simulator) => simulator,
    wrongTotal,
    { kind: 'expectation', about: { part: 'header', name: 'x-total' } },
  ],
  [
    'one wrong member of all errors',
    ['einvoicing.auth.scopes', 'einvoicing.invoices.list', 'einvoicing.validator.offers', 'einvoicing.documents.post'],
    (simulator: Simulator) => simulator,
    wrongCode,
    { kind: 'expectation', about: { part: 'body', pointer: '/code' } },
  ],
];

it.each(planted.slice(1))('%s are one cause', isOneCause);

it.each(planted.slice(0, 1))('%s are one cause', { tags: 'slow' }, isOneCause);

async function isOneCause(...[, claims, change, wire, cause]: Planted): Promise<void> {
  const causes = await causesOf(claims, change, wire);
  expect(causes).toMatchObject([cause]);
  expect(causes[0]?.occurrences.length).toBeGreaterThan(2);
  expect(causes[0]?.claims.every((id) => id.startsWith('einvoicing.'))).toBe(true);
}

it.each([
  ['webhook-missing', replaceSentWebhooks(() => [])],
  ['webhook-unexpected', replaceSentWebhooks((order) => [order, order])],
  ['webhook-different', changeWebhookBody((body) => ({ ...body, event_data: {} }))],
])('%s is told from the others', async (kind, change) => {
  const causes = await causesOf(['einvoicing.event.received-data'], change);
  expect(new Set(causes.map((cause) => cause.kind))).toEqual(new Set([kind]));
});
