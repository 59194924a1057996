import { isDeepStrictEqual } from 'node:util';
import { type ApiContract, membersOf, type Operation } from '@understudy/contract';
import { type FuzzOptions, fuzzContract } from '@understudy/fuzzing';
import type { RunningSimulators } from 'api-understudy';
import { rejectingAll } from './known-values.ts';
import { differenceOf, type OpenContext, openContext, settle, stateOf } from './operation-context.ts';
import type { Service } from './service.ts';

/** Requests to an operation, half of them mutated. In a long run, others break each rule of its description. */
const usual = { requests: 200, looks: 10 };

/** So many that one is accepted. */
const least = 20;

export interface OperationCounts {
  readonly api: string;
  readonly operation: string;
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly failures: readonly string[];
}

interface Fuzzed {
  readonly simulators: RunningSimulators;
  readonly contract: ApiContract;
  readonly operation: Operation;
  /** Whose environment the operation runs in. */
  readonly service: Service;
  readonly known: Record<string, unknown>;
  readonly seed: string;
  readonly times: number;
}

/** Runs the fuzzer on one operation in a sandbox of its own, in which rejected requests must change nothing. */
export async function fuzzOperation(fuzzed: Fuzzed): Promise<OperationCounts> {
  const { simulators, contract, operation, service, known, seed, times } = fuzzed;
  const { api, operationId } = operation;
  let seen = simulators.defects.length;
  const newDefects = () => {
    const defects = simulators.defects.slice(seen);
    seen += defects.length;
    return defects;
  };
  const context = await openContext(simulators, operation, service, known);
  const failures: string[] = [];
  const paces = service.pacesOf?.(operation) ?? usual;
  const state = new StateOfSandbox(simulators, context, paces.looks, (changed) => {
    failures.push(`${api} ${operationId}: a rejected request changed ${changed}`);
  });
  const isRefusal: FuzzOptions['isRefusal'] = (one, body) => service.isRejection?.(one, body) === true;
  const ask = async (asked: Operation, options: Partial<FuzzOptions>) =>
    await fuzzContract(contract, {
      fetch: (address, init) => simulators.fetch(address, init),
      ...{ url: context.url, seed, newDefects, isRefusal, covers: false, timeoutMs: 60_000 },
      ...{ replay: `requests:${asked.operationId}`, isMeant: (one: Operation) => one === asked },
      ...options,
    });
  const report = await ask(operation, {
    fetch: async (address, init) => await state.watch(address, init, (body) => isRefusal(operation, body)),
    requests: Math.max(least, Math.ceil(paces.requests * times)),
    covers: times >= 1,
    known: () => ({ ...context.familiar, callers: context.credentials, strangers: context.strangers }),
  });
  if (report.accepted === 0 && !rejectingAll.includes(operationId))
    failures.push(`${api} ${operationId}: no generated request was accepted`);
  await settle(context.control);
  const findings = [...report.findings];
  for (const reader of operation.method === 'GET' ? [] : readersOf(contract, service)) {
    const callers = reader.security.length === 0 ? [{}] : await context.credentialsFor(reader);
    findings.push(...(await ask(reader, { requests: 1, known: () => ({ values: {}, callers }) })).findings);
  }
  // Accepted requests have consequences later.
  if (service.afterwards !== undefined) await context.control.advance(service.afterwards);
  await context.close();
  failures.push(
    ...findings.map(({ operationId: at, wrong, curl, status, answer, count }) => {
      const answered = `${status} ${JSON.stringify(answer)?.slice(0, 600)}`;
      return `${api} ${at}, ${count} times: ${wrong.join('; ')}\n  ${curl.slice(0, 900)}\n  answered ${answered}`;
    }),
    ...newDefects().map(({ what, error }) => `${api} ${operationId}: a defect afterwards: ${what}: ${error}`),
  );
  const { requests, accepted, refused } = report;
  return { api, operation: operationId, requests, accepted, refused, failures };
}

/** The lists of an API, which must still match their description after changes. */
function readersOf(contract: ApiContract, { name, readsBack }: Service): Operation[] {
  return [...contract.operations.values()].filter(
    ({ api, method, path, parameters }) =>
      readsBack === true &&
      api === name &&
      method === 'GET' &&
      !path.includes('{') &&
      !parameters.some(({ required }) => required),
  );
}

/** Compares the state before and after rejected requests. */
class StateOfSandbox {
  /** The state before the next request. Undefined if it is not known. */
  #known: Record<string, unknown> | undefined;
  #sent = 0;

  constructor(
    readonly simulators: RunningSimulators,
    readonly context: OpenContext,
    readonly every: number,
    readonly onChange: (difference: string) => void,
  ) {}

  /** Sends a request. At regular intervals, and after all rejected ones, the state is compared. */
  async watch(address: string, init: RequestInit | undefined, isRejection: (body: unknown) => boolean) {
    const isDue = this.#sent % this.every === 0;
    this.#sent += 1;
    if (isDue) this.#known ??= await this.#read();
    const response = await this.simulators.fetch(address, init);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const isRejected =
      (response.status >= 400 && response.status < 500) ||
      (isJson &&
        response.ok &&
        isRejection(
          await response
            .clone()
            .json()
            .catch(() => undefined),
        ));
    const before = this.#known;
    if (!isRejected) this.#known = undefined;
    else if (isDue && before !== undefined) {
      const after = await this.#read();
      if (!isDeepStrictEqual(before, after)) this.onChange(differenceOf(before, after));
      this.#known = after;
    }
    return response;
  }

  async #read(): Promise<Record<string, unknown>> {
    const state = await stateOf(this.simulators, this.context.control);
    const { mode } = membersOf(membersOf(state['clock'])['clock']);
    if (mode === 'manual') return state;
    await settle(this.context.control);
    return await stateOf(this.simulators, this.context.control);
  }
}
