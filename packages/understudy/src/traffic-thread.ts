// Checks and records the traffic of a proxy. Runs in a thread, because searching a body for secrets can take seconds.
import { parentPort, workerData } from 'node:worker_threads';
import { type DriftCause, HarWriter, type RecordedTraffic, TrafficChecker } from '@understudy/conformance';
import { type ApiContract, createContract, type OpenApiDocument } from '@understudy/contract';
import type { ForwardedExchange } from '@understudy/server';

/** Options of a thread that checks and records traffic. */
export interface TrafficThreadOptions {
  readonly target: string;
  readonly apis: readonly { readonly name: string; readonly document: OpenApiDocument }[];
  /** The archive to write. */
  readonly record: string | undefined;
  readonly version: string;
  /** Names whose values are secrets. */
  readonly redact: readonly string[];
}

/** The final report of a thread. */
export interface TrafficThreadReport extends ReturnType<TrafficChecker['report']> {
  readonly recorded?: number;
  readonly notRecorded?: number;
  readonly kept?: HarWriter['kept'];
}

export type TrafficThreadReply =
  | { readonly type: 'ready' }
  /** An exchange has been processed. */
  | { readonly type: 'done'; readonly size: number; readonly causes: readonly DriftCause[] }
  | { readonly type: 'end'; readonly report: TrafficThreadReport };

export type TrafficThreadOrder = { readonly exchange: ForwardedExchange; readonly size: number } | 'end';

const { target, apis, record, version, redact }: TrafficThreadOptions = workerData;
const contracts = new Map<string, ApiContract>(
  apis.map(({ name, document }) => [name, createContract(name, document, () => undefined, 1000)]),
);
const har = record === undefined ? undefined : await HarWriter.create(record, version, redact);
const check = new TrafficChecker(contracts, [target], redact);
let entries = 0;

function checkExchange({ method, url, request, response, error }: RecordedTraffic): DriftCause[] {
  const entry = {
    index: entries,
    ...{ method, url, status: error === undefined ? (response?.status ?? 0) : 0 },
    requestHeaders: { ...request.headers },
    responseHeaders: { ...response?.headers },
    ...(request.body === undefined || request.size === 0 ? {} : { requestBody: request.body }),
    ...(response?.body === undefined ? {} : { responseBody: response.body }),
  };
  entries += 1;
  return check.addEntry('proxy', entry);
}

function reply(message: TrafficThreadReply): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', async (order: TrafficThreadOrder) => {
  if (order === 'end') {
    await har?.close();
    const recorded = har && { recorded: har.entries, notRecorded: har.dropped, kept: har.kept };
    reply({ type: 'end', report: { ...check.report(), ...recorded } });
    parentPort?.close();
    return;
  }
  har?.add(order.exchange);
  reply({ type: 'done', size: order.size, causes: contracts.size === 0 ? [] : checkExchange(order.exchange) });
});
reply({ type: 'ready' });
