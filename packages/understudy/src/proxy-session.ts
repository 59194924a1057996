import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  bodyOverrides,
  classifyOperationEffect,
  createRequestGuard,
  type DriftCause,
  effectNames,
  isTokenRequest,
  type OperationEffect,
  OverrideScanner,
} from '@understudy/conformance';
import { type ApiContract, type Operation, suggestName } from '@understudy/contract';
import { createThreadOptions, resolveBuiltModule, type Simulator } from '@understudy/kernel';
import { type ForwardedExchange, readDotSegments, type UpstreamOptions } from '@understudy/server';
import type {
  TrafficThreadOptions,
  TrafficThreadOrder,
  TrafficThreadReply,
  TrafficThreadReport,
} from './traffic-thread.js';
import { UsageError } from './usage-error.js';
import { understudyVersion } from './version.js';

/**
 * Maximum size of the exchanges that wait for the thread, in bytes. Further exchanges are neither checked nor recorded.
 */
const mostWaiting = 64 * 1024 * 1024;

/** Checks and records traffic in a thread, so that a large body does not delay other requests. */
class TrafficObserver {
  readonly #thread: Worker;
  readonly #onCause: (cause: DriftCause) => void;
  readonly #causes = new Map<string, DriftCause>();
  readonly #end: Promise<TrafficThreadReport>;
  #waiting = 0;
  #skipped = 0;

  private constructor(thread: Worker, onCause: (cause: DriftCause) => void) {
    this.#thread = thread;
    this.#onCause = onCause;
    this.#end = new Promise((resolve, reject) => {
      thread.on('message', (message: TrafficThreadReply) => {
        if (message.type === 'done') this.#note(message);
        else if (message.type === 'end') resolve(message.report);
      });
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The thread that checks and records traffic has stopped')));
    });
    // The error is reported when the observer is closed.
    this.#end.catch(() => undefined);
  }

  /**
   * Starts the thread.
   *
   * @param onCause called with each cause on its first occurrence
   * @throws Error if the archive
   * exists
   */
  static async start(options: TrafficThreadOptions, onCause: (cause: DriftCause) => void): Promise<TrafficObserver> {
    const module = new URL(resolveBuiltModule(import.meta.url, './traffic-thread.js'));
    const thread = new Worker(module, { ...createThreadOptions(), workerData: options });
    await once(thread, 'message');
    return new TrafficObserver(thread, onCause);
  }

  /** The causes found so far. */
  get causes(): readonly DriftCause[] {
    return [...this.#causes.values()];
  }

  add(exchange: ForwardedExchange): void {
    const size = 1000 + (exchange.request.body?.length ?? 0) + (exchange.response?.body?.length ?? 0);
    if (this.#waiting + size > mostWaiting) {
      this.#skipped += 1;
      return;
    }
    this.#waiting += size;
    const order: TrafficThreadOrder = { exchange, size };
    this.#thread.postMessage(order);
  }

  /** Finishes the archive. @throws Error if it could not be written */
  async close(): Promise<TrafficThreadReport & { readonly skipped: number }> {
    const order: TrafficThreadOrder = 'end';
    this.#thread.postMessage(order);
    return { ...(await this.#end), skipped: this.#skipped };
  }

  #note({ size, causes }: Extract<TrafficThreadReply, { type: 'done' }>): void {
    this.#waiting -= size;
    for (const cause of causes) {
      this.#causes.set(cause.fingerprint, cause);
      if (cause.count === 1) this.#onCause(cause);
    }
  }
}

interface ProxySessionOptions {
  readonly target: string;
  readonly allowEffects: readonly OperationEffect[];
  readonly simulate: readonly string[];
  /** Whether to simulate described operations while the target cannot be reached. */
  readonly simulatesWhenDown: boolean;
  /** The archive to write. */
  readonly record: string | undefined;
  /** Names whose values are secrets. */
  readonly redact: readonly string[];
  readonly written: ReadonlyMap<string, ApiContract>;
  onCause(cause: DriftCause): void;
}

/** Decides which requests a proxy forwards and which it simulates, and checks the traffic. */
export class ProxySession {
  readonly #rules: ProxySessionOptions;
  /** The descriptions as their simulators serve them. */
  readonly #contracts = new Map<string, ApiContract>();
  /** Simulated operations that were called. */
  readonly #simulated = new Set<string>();
  /** Number of requests per operation that were simulated because the target was unreachable. */
  readonly #replaced = new Map<string, number>();
  #observer: TrafficObserver | undefined;

  /** @param rules `written`: descriptions as their authors wrote them, which the traffic is validated against */
  constructor(rules: ProxySessionOptions) {
    this.#rules = rules;
  }

  /** Starts checking and recording. Call it after adding the APIs. */
  async start(): Promise<void> {
    const { target, record, redact, written, onCause } = this.#rules;
    const apis = [...written].map(([name, { document }]) => ({ name, document }));
    this.#observer = await TrafficObserver.start({ target, apis, record, redact, version: understudyVersion }, onCause);
  }

  /** The causes found so far. */
  get causes(): readonly DriftCause[] {
    return this.#observer?.causes ?? [];
  }

  /** Adds an API. Its simulated operations accept any credentials, because tokens come from the real server. */
  add(simulator: Simulator): Simulator {
    this.#contracts.set(simulator.name, simulator.contract);
    const caller = { clientId: 'proxy', scopes: [] };
    return { ...simulator, admit: async () => caller };
  }

  /** Checks the names of operations and tags. @throws UsageError for an unknown one */
  checkNames(): void {
    const operations = [...this.#contracts.values()].flatMap(({ operations: all }) => [...all.values()]);
    const known = new Set(operations.flatMap(({ operationId, tags }) => [operationId, ...tags]));
    const unknown = this.#rules.simulate.find((name) => !known.has(name));
    if (unknown === undefined) return;
    const hint = suggestName(unknown, known);
    throw new UsageError(`Unknown operation or tag "${unknown}" in --simulate.${hint}`);
  }

  /** Finishes the checks and the archive. @throws Error if the archive could not be written */
  async close() {
    const report = await this.#observer?.close();
    if (report === undefined) return undefined;
    const operations = [...this.#rules.written.values()].flatMap(({ index }) => index.operationIds);
    const called = new Set([...report.operations.map(({ operationId }) => operationId), ...this.#simulated]);
    const replaced = Object.fromEntries(this.#replaced);
    return { ...report, replaced, coverage: { called: called.size, operations: operations.length } };
  }

  /**
   * Returns the upstream options for the server.
   *
   * @param copiedBytes maximum bytes of each body to copy for checks and
   * the recording
   */
  upstream(copiedBytes: number, ca: string | undefined): UpstreamOptions {
    const { target, allowEffects } = this.#rules;
    const mayChange = allowEffects.some((effect) => effect !== 'read');
    const mayDoAnything = effectNames.every((effect) => effect === 'read' || allowEffects.includes(effect));
    const guard = createRequestGuard({ isAllowed: () => true, elsewhere: '', mayChange, isExempt: isTokenRequest });
    return {
      target,
      ca,
      copiedBytes,
      simulates: (method, path) => this.#isSimulated(method, path),
      replaces: (method, path) => this.#rules.simulatesWhenDown && this.#operationOf(method, path) !== undefined,
      onReplaced: (method, path) => {
        const name = this.#operationOf(method, path)?.operationId ?? path;
        this.#replaced.set(name, (this.#replaced.get(name) ?? 0) + 1);
      },
      refusal: ({ method, url, headers, target: sent, upgrade }) => {
        if (upgrade !== undefined) return mayChange ? undefined : `a WebSocket can change data; ${allow}`;
        // The HTTP parser already checks length and framing.
        const {
          host: _host,
          'content-length': _length,
          'transfer-encoding': _framing,
          upgrade: _other,
          ...rest
        } = headers;
        const why = mayDoAnything
          ? undefined
          : (guard({ method, url: sent, headers: rest }) ?? disguiseOf(method, url, rest));
        const effect = why ?? this.#missingEffect(method, url, sent, rest);
        return effect === undefined ? undefined : `${effect}; ${allow}`;
      },
      checkBody: () => {
        if (mayDoAnything) return undefined;
        const scanner = new OverrideScanner();
        return (piece) => (scanner.finds(piece) ? `${bodyOverrides}; ${allow}` : undefined);
      },
      onExchange: (exchange) => this.#observer?.add(exchange),
    };
  }

  #isSimulated(method: string, path: string): boolean {
    if (this.#rules.simulate.length === 0) return false;
    const operation = this.#operationOf(method, path);
    if (operation === undefined) return false;
    const { operationId, tags } = operation;
    const isSimulated = [operationId, ...tags].some((name) => this.#rules.simulate.includes(name));
    if (isSimulated) this.#simulated.add(operationId);
    return isSimulated;
  }

  #operationOf(method: string, path: string): Operation | undefined {
    const matches = [...this.#contracts.values()].map((contract) => contract.match(method, path));
    return matches.flatMap((match) => (match.kind === 'operation' ? [match.operation] : []))[0];
  }

  /** Returns the missing effect of a request. An operation's effect can differ from what its method suggests. */
  #missingEffect(method: string, url: string, sent: string, headers: Readonly<Record<string, string>>) {
    if (isTokenRequest({ method, url: sent, headers: { ...headers } })) return undefined;
    const matches = [...this.#contracts.values()].map((contract) => contract.match(method, url.split('?', 1)[0] ?? ''));
    const found = matches.find((match) => match.kind === 'operation');
    const effect = found?.kind === 'operation' ? classifyOperationEffect(found.operation) : effectOfMethod[method];
    return effect === undefined || effect === 'read' || this.#rules.allowEffects.includes(effect)
      ? undefined
      : `${method} has the effect ${effect}`;
  }
}

const allow = 'allow it with --allow-effects';

/** Returns why the effect of a state-changing request can differ from what it seems. */
function disguiseOf(method: string, url: string, headers: Readonly<Record<string, string>>): string | undefined {
  if (reading.test(method)) return undefined;
  if (readDotSegments(url).any) return 'its path has dot segments, so it can name another operation';
  const { 'content-encoding': coding = 'identity' } = headers;
  return coding.toLowerCase() === 'identity'
    ? undefined
    : 'its Content-Encoding can hide a form that overrides the method';
}

const reading = /^(?:GET|HEAD|OPTIONS)$/;

const effectOfMethod: Readonly<Record<string, OperationEffect>> = {
  POST: 'create',
  PUT: 'create',
  PATCH: 'mutate',
  DELETE: 'destroy',
};
