import { isDeepStrictEqual } from 'node:util';
import {
  createInProcessTarget,
  type ResolvedWorkflow,
  runScenarios,
  type ScenarioFile,
  type Target,
  toWorkflowKey,
} from '@understudy/conformance';
import {
  type ApiContract,
  decodeBody,
  formMediaType,
  isObject,
  type Operation,
  parseMediaType,
  readMultipart,
} from '@understudy/contract';
import type { KnownRequests } from '@understudy/fuzzing';
import type { RunningSimulators } from 'api-understudy';
import { callControl } from './sandbox-state.ts';

/** An operation in a state in which it accepted a scenario's request. */
export interface Start {
  readonly key: string;
  readonly contract: ApiContract;
  readonly operation: Operation;
  /** Base URL of the sandbox. */
  readonly url: string;
  /** Name of the snapshot with the state. */
  readonly snapshot: string;
  /** The values, bodies and credentials that the scenario used. */
  readonly known: KnownRequests;
}

type Send = Target['send'];
type HttpRequest = Parameters<Send>[0];
type Values = Readonly<Record<string, unknown>>;

interface Sent {
  readonly key: string;
  readonly status: number;
  readonly isAccepted: boolean;
  /** The parameters and the body. */
  readonly values: Values;
  readonly credentials: Readonly<Record<string, string>>;
}

const mostValues = 12;
const headersOfClients = /^(?:authorization|user-api-key|company-uuid|username|userpw|cookie)$/i;

/** Returns the key of an operation. Each action has its own key. */
export function keyOf({ api, operationId }: Operation, path: Values = {}): string {
  return operationId === 'runAction' ? `action ${path['action']}` : `${api} ${operationId}`;
}

/** Returns the keys of the operations that a workflow and its called workflows use. */
export function keysIn({ file, workflow }: ResolvedWorkflow): ReadonlySet<string> {
  const keys = new Set<string>();
  const seen = new Set([workflow]);
  for (const each of seen) {
    const text = JSON.stringify(each);
    for (const [, api, id] of text.matchAll(/"operationId":"\$sourceDescriptions\.(\w+)\.(\w+)"/g))
      if (id !== 'runAction') keys.add(`${api} ${id}`);
    for (const [, action] of text.matchAll(/"name":"action","value":"(\w+)"/g)) keys.add(`action ${action}`);
    for (const other of file.document.workflows)
      if (text.includes(`"workflowId":"${other.workflowId}"`)) seen.add(other);
  }
  return keys;
}

/** Returns the bodies without expressions in all scenarios, by operation. */
export function bodiesIn(files: readonly ScenarioFile[]): ReadonlyMap<string, readonly unknown[]> {
  const bodies = new Map<string, unknown[]>();
  for (const { workflows } of files.map(({ document }) => document)) {
    for (const { operationId = '', parameters, requestBody } of workflows.flatMap(({ steps }) => steps)) {
      const text = JSON.stringify(requestBody?.payload);
      if (text === undefined || text.includes('$')) continue;
      const [, api, id] = operationId.split('.');
      const action = parameters?.find((each) => 'name' in each && each.name === 'action');
      const key = action !== undefined && 'value' in action ? `action ${action.value}` : `${api} ${id}`;
      bodies.set(key, distinct([...(bodies.get(key) ?? []), requestBody?.payload]));
    }
  }
  return bodies;
}

interface Recording {
  readonly simulators: RunningSimulators;
  readonly contracts: ReadonlyMap<string, ApiContract>;
  readonly files: readonly ScenarioFile[];
  readonly bodies: ReturnType<typeof bodiesIn>;
  isWanted(key: string): boolean;
}

/** Runs a workflow in a sandbox that is not deleted. @returns the wanted operations that accept its requests */
export async function recordStarts(recording: Recording, { file, workflow }: ResolvedWorkflow): Promise<Start[]> {
  const { simulators, contracts, files, bodies, isWanted } = recording;
  const started = new Map<string, Omit<Start, 'known'>>();
  const all: Sent[] = [];
  const root = createInProcessTarget(simulators);
  const isolate: Target['isolate'] = async (name) => {
    const sandbox = await root.isolate?.(name);
    if (sandbox === undefined) throw new Error('A target in process isolates workflows.');
    const { baseUrl: url } = sandbox;
    const send: Send = async (request) => {
      const path = request.url.startsWith(`${url}/`) ? request.url.slice(url.length).split(/[?#]/, 1)[0] : undefined;
      for (const contract of path === undefined ? [] : contracts.values()) {
        const match = contract.match(request.method, path ?? '');
        if (match.kind !== 'operation') continue;
        const { operation } = match;
        const key = keyOf(operation, match.path);
        const snapshot = `before-${all.length}`;
        if (isWanted(key)) await callControl(simulators, url, `PUT /snapshots/${snapshot}`);
        const response = await sandbox.send(request);
        const isAccepted = response.status < 400 && !new TextDecoder().decode(response.body).startsWith('ERROR');
        // The last state has the most records.
        if (isWanted(key) && isAccepted) started.set(key, { key, contract, operation, url, snapshot });
        all.push({ key, status: response.status, isAccepted, ...partsOf(request, operation, match.path) });
        return response;
      }
      return await sandbox.send(request);
    };
    return { ...sandbox, send, dispose: async () => {} };
  };
  await runScenarios({
    ...{ files, contracts: new Map(contracts), ledger: { claims: [], gaps: [] }, target: { ...root, isolate } },
    workflows: [toWorkflowKey(file.file, workflow.workflowId)],
  });
  return [...started.values()].map((start) => ({ ...start, known: knownFrom(all, start.key, bodies.get(start.key)) }));
}

/** Returns the parameters, body and credentials of a request. */
function partsOf({ url, headers, body }: HttpRequest, { parameters, security, statuses }: Operation, path: Values) {
  const named = Object.entries(headers).flatMap(([name, value]) => {
    const known = parameters.find((each) => each.in === 'header' && each.name.toLowerCase() === name.toLowerCase());
    return known === undefined ? [] : [[known.name, value] as const];
  });
  const query = Object.fromEntries(new URL(url).searchParams);
  const value =
    body === undefined ? undefined : bodyValueOf(body, new Headers(headers).get('content-type') ?? undefined);
  const values = { ...query, ...Object.fromEntries(named), ...path, ...(value === undefined ? {} : { body: value }) };
  const isAnonymous = security.length === 0 && !statuses.includes('401');
  const credentials = Object.entries(isAnonymous ? {} : headers).flatMap(([name, one]) =>
    headersOfClients.test(name) ? [[name === 'Authorization' ? 'authorization' : name, one] as const] : [],
  );
  return { values, credentials: Object.fromEntries(credentials) };
}

/** Returns the body in the form that the fuzzer uses. */
function bodyValueOf(bytes: Uint8Array, contentType: string | undefined): unknown {
  const type = parseMediaType(contentType);
  if (type === 'multipart/form-data') {
    const read = readMultipart(bytes, contentType ?? '');
    const fields = 'parts' in read ? read.parts : [];
    return Object.fromEntries(
      fields.map(({ name, ...part }) => [
        name,
        part.filename === undefined ? new TextDecoder().decode(part.bytes) : part,
      ]),
    );
  }
  const decoded = decodeBody(bytes, type ?? 'application/json');
  if (!('value' in decoded)) return new TextDecoder().decode(bytes);
  return type === formMediaType ? Object.fromEntries(decoded.value as [string, string][]) : decoded.value;
}

function knownFrom(all: readonly Sent[], key: string, bodies: readonly unknown[] = []): KnownRequests {
  const own = all.filter((each) => each.key === key);
  const accepted = own.filter(({ isAccepted }) => isAccepted);
  const last = accepted.at(-1);
  const callers = distinct(accepted.map(({ credentials }) => credentials));
  const values: Record<string, unknown[]> = {};
  const visit = (value: unknown, name: string) => {
    if (Array.isArray(value)) for (const item of value) visit(item, name);
    else if (isObject(value) && !ArrayBuffer.isView(value))
      for (const [key, member] of Object.entries(value)) visit(member, key);
    else if (['string', 'number'].includes(typeof value)) values[name] = [...(values[name] ?? []), value];
  };
  for (const each of all) visit(each.values, '');
  return {
    callers,
    together: [...own, ...own.map(() => last)].flatMap((each) =>
      each === undefined ? [] : [each.values, { ...each.values, body: undefined }],
    ),
    bodies: [undefined, ...own.flatMap((each) => each.values['body'] ?? []), ...bodies],
    values: Object.fromEntries(
      Object.entries(values).map(([name, list]) => [name, distinct(list).slice(0, mostValues)]),
    ),
    // Credentials that the server rejected once must also be rejected in requests with other mistakes.
    strangers: distinct(own.filter(({ status }) => status === 401).map(({ credentials }) => credentials))
      .filter((each) => !callers.some((one) => isDeepStrictEqual(one, each)))
      .map((headers, index) => ({ what: `of a refused request, ${index + 1}`, headers, refused: true })),
  };
}

function distinct<Value>(list: readonly Value[]): Value[] {
  return [...new Map(list.map((each) => [JSON.stringify(each), each])).values()];
}
