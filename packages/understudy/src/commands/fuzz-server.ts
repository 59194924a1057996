import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRedactor, createRequestGuard, TargetUnreachableError } from '@understudy/conformance';
import { type ApiContract, membersOf, type Operation } from '@understudy/contract';
import type { EventReceiver, FuzzFinding, FuzzOptions, FuzzReport } from '@understudy/fuzzing';
import { isLoopback } from '@understudy/kernel';
import { sleepRealTime } from '@understudy/kernel/serving';
import { InvalidArgumentError } from 'commander';
import { chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { UsageError } from '../usage-error.js';
import { loadContracts, viewForTarget } from '../workspace.js';

interface ServerFuzzOptions
  extends Pick<
    FuzzOptions,
    | 'requests'
    | 'seed'
    | 'replay'
    | 'model'
    | 'onProgress'
    | 'credentials'
    | 'withToken'
    | 'isAuthentic'
    | 'isForgiving'
    | 'usedTime'
  > {
  readonly headers: Readonly<Record<string, string>>;
  readonly otherHeaders: Readonly<Record<string, string>> | undefined;
  /** True if an operation may be called. */
  mayCall(operation: Operation): boolean;
}

/**
 * Maximum number of shown characters of a request or response. Truncated after redaction, so that no part of a secret
 * remains.
 */
const mostCharacters = 400;

/** Finds an API by name or description, and the contract to test a target against. */
export async function chooseContract(name: string, { config, target }: { config?: string; target?: string }) {
  const { known, chosen } = await chooseApis([name], await loadConfiguredApis(config));
  const api = chosen[0] ?? known.get(name);
  const contracts = await loadContracts(known, viewForTarget(target));
  const contract = api && contracts.get(api.name);
  if (api === undefined || contract === undefined) throw new UsageError(`Unknown API "${name}"`);
  return { api, contract, known, contracts };
}

/** Fuzzes a server. Sends only the allowed operations, and never follows redirects. */
export async function fuzzServer(
  contract: ApiContract,
  target: string,
  { headers, otherHeaders, mayCall, ...options }: ServerFuzzOptions,
): Promise<FuzzReport> {
  if (!URL.canParse(target)) throw new UsageError(`--target must be a URL, not "${target}"`);
  const { fuzzContract, toStop } = await import('@understudy/fuzzing');
  const url = target.replace(/\/$/, '');
  const mayChange = [...contract.operations.values()].some((operation) => !isRead(operation) && mayCall(operation));
  const guard = createRequestGuard({
    isAllowed: (address) => address.startsWith(url),
    elsewhere: 'its address is outside the target',
    mayChange: false,
    isExempt: () => false,
  });
  let isStopped = false;
  let [answered, broken]: (Parameters<typeof toStop>[2] | undefined)[] = [];
  const report = await fuzzContract(contract, {
    credentials: () => ({ headers }),
    isAuthentic: true,
    ...options,
    async fetch(address, init = {}) {
      const request = {
        method: init.method ?? 'GET',
        url: address,
        headers: Object.fromEntries(new Headers(init.headers)),
      };
      const refusal = mayChange ? undefined : guard(request);
      if (refusal !== undefined) throw new Error(`the request was not sent: ${refusal}`);
      const sent = { address, init };
      try {
        const response = await fetch(address, { ...init, redirect: 'manual' });
        [answered, broken] = [sent, undefined];
        return response;
      } catch (error) {
        if (membersOf(error instanceof Error ? error.cause : undefined)['code'] === 'ECONNREFUSED') isStopped = true;
        else broken ??= sent;
        throw error;
      }
    },
    waitAfter429: createPatience(),
    hasStopped: () => isStopped,
    url,
    ...(isLoopback(new URL(url).hostname) ? { openReceiver: openEventReceiver } : {}),
    ...(otherHeaders === undefined ? {} : { otherCredentials: () => ({ headers: otherHeaders }) }),
    allowsExtraMembers: true,
    isMeant: mayCall,
  });
  const last = broken ?? answered;
  if (isStopped && last === undefined) throw new TargetUnreachableError(url, 'connection refused');
  const findings =
    isStopped && last !== undefined ? [...report.findings, toStop(contract, url, last)] : report.findings;
  return redactReport({ ...report, findings }, [], headers);
}

const longestWaitSeconds = 5;
/** The limit for all requests together. */
const longestWaitsSeconds = 20;

/** Returns a function that waits for `Retry-After`, and returns false if the waits would take too long. */
export function createPatience(wait: (ms: number) => Promise<void> = sleepRealTime) {
  let waited = 0;
  return async (retryAfter: string | undefined): Promise<boolean> => {
    const seconds = Math.max(Number(retryAfter ?? NaN), 0.1);
    if (!(seconds <= longestWaitSeconds) || waited + seconds > longestWaitsSeconds) return false;
    waited += seconds;
    await wait(seconds * 1000);
    return true;
  };
}

function isRead({ method }: Operation): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Reads a header of the form `name:value`. */
export function collectHeader(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('It must have the form name:value.');
  return { ...earlier, [name.toLowerCase()]: value };
}

/** Opens a local address that accepts events from a server. */
async function openEventReceiver(): Promise<EventReceiver> {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const server = createServer((request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    text(request).then(
      (body) => {
        received.push({ headers, body });
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/events`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Redacts the secrets in a report.
 *
 * @param secrets known secrets
 * @param headers headers sent with every request; credentials in them are secrets
 */
export function redactReport(
  report: FuzzReport,
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
): FuzzReport {
  const redactor = createRedactor(secrets);
  redactor.headers({ ...headers });
  const shown = (text: string) => redactor.text(text).slice(0, mostCharacters);
  const redact = (finding: FuzzFinding): FuzzFinding => {
    const { exchanges, scenario } = finding;
    return {
      ...finding,
      cause: redactor.text(finding.cause),
      wrong: finding.wrong.map((each) => redactor.text(each)),
      curl: redactor.text(finding.curl),
      answer: redactor.value(finding.answer),
      ...(exchanges === undefined
        ? {}
        : { exchanges: exchanges.map(({ sent, received }) => ({ sent: shown(sent), received: shown(received) })) }),
      ...(scenario === undefined ? {} : { scenario: redactor.value(scenario) as typeof scenario }),
    };
  };
  return { ...report, findings: report.findings.map(redact), notes: report.notes.map(redact) };
}
