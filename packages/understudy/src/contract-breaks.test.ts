import {
  createInProcessTarget,
  createTerminalReport,
  type HttpResponse,
  runScenarios,
  type Target,
} from '@understudy/conformance';
import {
  changeRequest,
  changeResponseAt,
  changeSuccessStatus,
  changeWebhooks,
  combineChanges,
  createTenantMemory,
  isRejected,
  removedMarker,
  renameAtPath,
  type SimulatorChange,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { expect, it, vi } from 'vitest';
import { startSimulators } from './start-simulators.js';
import { changeApi } from './testing/change-api.js';
import { loadWorkspace } from './workspace.js';

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
  const workspace = await loadWorkspace();
  const change = combineChanges(...planted.flatMap((each) => each.change ?? []));
  const simulators = await startSimulators({ change: changeApi('inventory', change) });
  const root = createInProcessTarget(simulators);
  const tamper = (response: HttpResponse) => planted.reduce((one, { wire }) => wire?.(one) ?? one, response);
  const isolate: Target['isolate'] = async (name) => {
    const isolated = await root.isolate?.(name);
    if (isolated === undefined) throw new Error('an in-process target isolates');
    return { ...isolated, send: async (request) => tamper(await isolated.send(request)) };
  };
  const lines: string[] = [];
  const onEvent = createTerminalReport({ write: (line) => lines.push(...line.split('\n')), color: false });
  const result = await runScenarios({
    ...workspace,
    target: { ...root, isolate },
    apis: ['inventory'],
    claims: planted.map(({ claim }) => claim),
    onEvent,
  });
  await simulators.close();
  return { causes: result.causes, lines };
}

it.each(Object.entries(breaks))('%s is one cause', async (_, planted) => {
  const { causes } = await run([planted]);
  expect(causes.map(({ ruleId }) => ruleId)).toEqual([planted.cause[1]]);
  expect(causes[0]?.operations ?? [causes[0]?.operationId]).toContain(planted.cause[0]);
});

it('all of them together are at most one cause each, in at most 150 lines', async () => {
  const { causes, lines } = await run(Object.values(breaks));
  expect(causes.length).toBeGreaterThan(4);
  expect(causes.length).toBeLessThanOrEqual(Object.keys(breaks).length);
  expect(lines.length).toBeLessThanOrEqual(150);
});
