// Records one of our simulators as an HTTP archive, like a proxy in front of an unknown service.
import {
  createInProcessTarget,
  loadScenarios,
  runScenarios,
  type ScenarioFile,
  selectWorkflows,
  shuffle,
  type Target,
  toWorkflowKey,
} from '@understudy/conformance';
import { createContract, loadDescription, loadLedger } from '@understudy/contract';
import { startSimulators } from 'api-understudy';

interface RecordedService {
  /** The content of an HTTP archive. */
  readonly har: string;
  readonly exchanges: number;
  /** The recorded workflows, in order. */
  readonly workflows: readonly string[];
}

interface RecordingOptions {
  /** The seed for the service's ids and the order of the workflows. */
  readonly seed: string;
  /** The workflows to record. Default: as many as are needed for the number of exchanges. */
  readonly workflows?: readonly string[];
  readonly exchanges?: number;
  /** Appended to names that the client chooses, so that a second recording has other ids. */
  readonly suffix?: string;
}

/** Steps that only a simulator has: the recorded service has no control plane except its clock. */
const controlled =
  /control\.(?:changeSettings|completeJob|runAction|setInboxResponses|listJournal|listMessages|getInfo)|Prefer/;

const manual = Buffer.from('{"mode":"manual"}');

export async function recordService(api: string, options: RecordingOptions): Promise<RecordedService> {
  const { seed, exchanges = Number.POSITIVE_INFINITY, suffix = '' } = options;
  const specs = await Promise.all(
    [api, 'identity', 'control'].map(
      async (name) =>
        [name, createContract(name, await loadDescription(`specs/${name}/openapi.yaml`, ['specs']))] as const,
    ),
  );
  const ledger = await loadLedger('specs');
  const files = await loadScenarios({ files: [`scenarios/${api}`] });
  const simulators = await startSimulators({ apis: [api], randomSeed: seed, clock: 'manual' });
  const entries: object[] = [];
  const identity = specs.find(([name]) => name === 'identity')?.[1];
  const rename = createRenaming(JSON.stringify(files.map(({ document }) => document)), suffix);
  const target: Target = {
    ...createInProcessTarget({
      url: simulators.url,
      fetch: simulators.fetch,
      exchange: async (request) => {
        // Scenarios cannot set the clock, because time in a recording never goes back.
        if (request.url === `${simulators.url}/_sim/clock`)
          return await simulators.exchange({ ...request, body: manual });
        if (request.url.startsWith(`${simulators.url}/_sim`)) return await simulators.exchange(request);
        const { url, headers } = request;
        const sent = { ...request, url: rename.add(url), headers: mapHeaders(headers, rename.add) };
        const body = request.body === undefined ? undefined : mapBytes(request.body, rename.add);
        const { now } = await simulators.control.clock.get();
        const answer = await simulators.exchange(body === undefined ? sent : { ...sent, body });
        const isLogin =
          api !== 'einvoicing' && identity?.match(request.method, new URL(request.url).pathname).kind === 'operation';
        if (!isLogin) entries.push(entryOf(String(now), body === undefined ? sent : { ...sent, body }, answer));
        // Let jobs finish, as they do on a real service before a client asks again.
        await simulators.control.advance('PT1S');
        const { remove } = rename;
        return { ...answer, headers: mapHeaders(answer.headers, remove), body: mapBytes(answer.body, remove) };
      },
    }),
    isolate: undefined,
  };
  const done: string[] = [];
  try {
    for (const workflow of shuffle(options.workflows ?? selectable(files), seed)) {
      if (entries.length >= exchanges) break;
      await runScenarios({ files, contracts: new Map(specs), ledger, target, workflows: [workflow] });
      done.push(workflow);
    }
  } finally {
    await simulators.close();
  }
  const har = JSON.stringify({ log: { version: '1.2', creator: { name: 'mirror', version: '1' }, entries } });
  return { har, exchanges: entries.length, workflows: done };
}

/** Returns the keys of workflows that need only the service and its clock. */
function selectable(files: readonly ScenarioFile[]): string[] {
  return selectWorkflows(files, {})
    .filter(({ workflow }) => !controlled.test(JSON.stringify(workflow)))
    .map(({ file, workflow }) => toWorkflowKey(file.file, workflow.workflowId));
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

function entryOf(
  startedDateTime: string,
  request: Message & { method: string; url: string },
  answer: Message & { status: number },
) {
  const headersOf = ({ headers }: Message) => Object.entries(headers).map(([name, value]) => ({ name, value }));
  const base64 = (body: Uint8Array) => ({ text: Buffer.from(body).toString('base64'), encoding: 'base64' });
  const mimeType = request.headers['content-type'] ?? request.headers['Content-Type'] ?? '';
  return {
    startedDateTime,
    request: {
      ...{ method: request.method, url: request.url, headers: headersOf(request) },
      ...(request.body === undefined ? {} : { postData: { mimeType, ...base64(request.body) } }),
    },
    response: { status: answer.status, headers: headersOf(answer), content: base64(answer.body ?? new Uint8Array()) },
  };
}

/**
 * Adds a suffix to the names in requests, and removes it from responses before a scenario reads them.
 *
 * @param scenarios JSON with the names, which are the values of id members
 */
function createRenaming(scenarios: string, suffix: string) {
  const found = scenarios.matchAll(/"\w*(?:Id|id)":"([A-Za-z]+(?:-[A-Za-z0-9]+|\d+))"/g);
  const words = [...new Set([...found].map(([, word]) => word))].join('|') || '(?!)';
  const there = new RegExp(`(?<=["/=,]|^)(${words})(?=["/&?,]|$)`, 'g');
  const back = new RegExp(`(?<=["/=,]|^)(${words})${suffix}(?=["/&?,]|$)`, 'g');
  return {
    add: (text: string) => (suffix === '' ? text : text.replace(there, `$1${suffix}`)),
    remove: (text: string) => text.replace(back, '$1'),
  };
}

type Headers = Readonly<Record<string, string>>;

function mapHeaders(headers: Headers, change: (text: string) => string): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]));
}

function mapBytes(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  return Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1');
}
