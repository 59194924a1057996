import type { ApiContract, Operation } from '@understudy/contract';
import { type FuzzOptions, fuzzContract } from '@understudy/fuzzing';
import type { RunningSimulators } from 'api-understudy';
import type { Start } from './record-start.ts';
import { callControl, SandboxState } from './sandbox-state.ts';

/**
 * Maximum number of requests per operation, half of them mutated. In a long run, additional requests break each rule of
 * its description.
 */
const [mostOfReads, mostOfChanges, mostOfActions] = [120, 180, 100];
/** Minimum number of requests, so that at least one is accepted. */
const least = 20;
/** Number of requests per restored state, and per comparison of the state. */
const [perStart, every] = [12, 6];

export interface OperationCounts {
  readonly api: string;
  readonly operation: string;
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly failures: readonly string[];
}

/** Fixed values that limit waits in real time. */
const always: Readonly<Record<string, object>> = {
  listMessages: { query: { timeout: '0.01' } },
  waitForJournal: { body: { timeout: 'PT0.01S' } },
};
/** Operations whose bodies are mutated by the shape of the sent value, because the description does not define one. */
const open = new Set(['runAction', 'seedSandbox', 'putSnapshot']);

/**
 * Operations that reject all generated requests, because they require a page's secret, a described API, or other ids.
 * Tests send accepted requests.
 */
const rejectingAll = [
  'signIn',
  'answerDevice',
  'triggerEvent',
  'getApiModel',
  'setApiModel',
  'tryApiModel',
  'runAction',
];

interface Fuzzed {
  readonly simulators: RunningSimulators;
  readonly start: Start;
  readonly seed: string;
  readonly times: number;
}

/**
 * Runs the fuzzer on one operation in the state in which a scenario called it. Checks that rejected requests do not
 * change the state, later work causes no defects, and lists still match their description.
 */
export async function fuzzOperation({ simulators, start, seed, times }: Fuzzed): Promise<OperationCounts> {
  const { contract, operation, url, snapshot, known } = start;
  const { api, operationId, method } = operation;
  let seen = simulators.defects.length;
  const newDefects = () => {
    const defects = simulators.defects.slice(seen);
    seen += defects.length;
    return defects;
  };
  const failures: string[] = [];
  const state = new SandboxState(simulators, url, every, (changed) => {
    // Reusing a code or a refresh token revokes the tokens that it was exchanged for.
    if (operationId !== 'requestGrant') failures.push(`${api} ${operationId}: a rejected request changed ${changed}`);
  });
  const ofSnapshots = operation.path.includes('{snapshot}');
  const restore = async () => {
    await callControl(simulators, url, `POST /snapshots/${snapshot}/restore`);
    // Without this request, the journal would be empty.
    await simulators.fetch(`${url}/.well-known/openid-configuration`);
    if (ofSnapshots) await callControl(simulators, url, 'PUT /snapshots/copy');
    state.forget();
  };
  let sent = 0;
  const ask = async (asked: Operation, options: Partial<FuzzOptions>) =>
    await fuzzContract(contract, {
      fetch: (address, init) => simulators.fetch(address, init),
      ...{ url, seed, newDefects, covers: false, timeoutMs: 60_000 },
      isRefusal: (_operation, body) => isRefusal(body),
      ...{ replay: `requests:${asked.operationId}`, isMeant: (one: Operation) => one === asked },
      ...options,
    });
  const most = method === 'GET' ? mostOfReads : operationId === 'runAction' ? mostOfActions : mostOfChanges;
  const report = await ask(operation, {
    async fetch(address, init) {
      if (sent++ % perStart === 0) await restore();
      const response = await state.watch(address, init, isRefusal);
      if (operationId === 'putSnapshot' && response.ok) {
        // Restoring an accepted snapshot succeeds or is rejected, without a defect.
        await simulators.fetch(`${address}/restore`, { method: 'POST' });
        await restore();
      }
      return response;
    },
    requests: Math.max(least, Math.ceil(most * times)),
    covers: times >= 1,
    known: () => ({
      ...known,
      together: [...(known.together ?? []), ...(ofSnapshots ? Array(8).fill({ snapshot: 'copy' }) : [])],
      ...(always[operationId] === undefined ? {} : { always: always[operationId] }),
      ...(open.has(operationId) ? { open: true } : {}),
    }),
  });
  if (report.accepted === 0 && !rejectingAll.includes(operationId))
    failures.push(`${api} ${operationId}: no generated request was accepted`);
  await state.settle();
  const findings = [...report.findings];
  for (const reader of method === 'GET' ? [] : readersOf(contract)) {
    findings.push(...(await ask(reader, { requests: 1, known: () => ({ ...known, together: [{}] }) })).findings);
  }
  // Advance the clock, because accepted requests can have later consequences.
  await callControl(simulators, url, 'POST /clock/advance', { by: 'P35D' });
  failures.push(
    ...findings.map(({ operationId: at, wrong, curl, status, answer, count }) => {
      const answered = `${status} ${JSON.stringify(answer)?.slice(0, 600)}`;
      return `${api} ${at}, ${count} times: ${wrong.join('; ')}\n  ${curl.slice(0, 900)}\n  answered ${answered}`;
    }),
    ...newDefects().map(({ what, error }) => `${api} ${operationId}: a defect afterwards: ${what}: ${error}`),
  );
  const { requests, accepted, refused } = report;
  return { api, operation: start.key, requests, accepted, refused, failures };
}

/** True for an error that a file service reports with status 200. */
function isRefusal(body: unknown): boolean {
  return typeof body === 'string' && body.startsWith('ERROR');
}

/** Returns the list operations of an API, which must still match their description after changes. */
function readersOf({ operations }: ApiContract): Operation[] {
  return [...operations.values()].filter(
    ({ api, method, path, parameters }) =>
      api !== 'control' && method === 'GET' && !path.includes('{') && !parameters.some(({ required }) => required),
  );
}
