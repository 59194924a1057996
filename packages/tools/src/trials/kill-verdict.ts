// What must hold once a server that was killed again and again has come to rest.

import { call } from '../clients/call.ts';
import { expectStatus } from '../clients/inventory-client.ts';
import { GateFailed } from '../gate.ts';
import type { Acknowledged, KillLoad } from './kill-load.ts';
import type { HookReceiver } from './kill-receiver.ts';

interface Rest {
  readonly url: string;
  readonly acknowledged: Acknowledged;
  readonly receiver: HookReceiver;
  readonly load: KillLoad;
}

interface Job {
  readonly id: string;
  readonly kind: string;
  readonly tenantId: string;
  readonly status: string;
  readonly finishedAt?: string;
}

/** @returns what was shown, in figures @throws GateFailed with the first thing that does not hold */
export async function verdictOn(rest: Rest): Promise<string> {
  const { url, acknowledged, load } = rest;
  const { now } = await json<{ now: string }>(`${url}/_sim/clock`);
  if (now < acknowledged.now) throw new GateFailed(`The clock shows ${now}, and was told to show ${acknowledged.now}`);
  const { jobs } = await json<{ jobs: Job[] }>(`${url}/_sim/jobs`);
  checkJobs(jobs, acknowledged);
  await checkDatasets(rest);
  const invoices = await invoicesOf(rest);
  const { deliveries } = await json<{ deliveries: Delivery[] }>(`${url}/_sim/deliveries`);
  const told = checkHooksOfJobs(jobs, deliveries, rest);
  const events = checkEvents(invoices, deliveries, rest);
  return `${acknowledged.datasets.length} uploads, ${acknowledged.jobs.length} trainings, ${acknowledged.invoices.length} invoices answered and kept; ${jobs.length} jobs ended, ${told} of ${load.tenants.size} queues' webhooks and ${events} events came, in order`;
}

interface Delivery {
  readonly id: string;
  readonly jobId: string;
  readonly url: string;
  readonly state: string;
}

/** None is stuck, none is missing. */
function checkJobs(jobs: readonly Job[], { jobs: started, datasets }: Acknowledged): void {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  for (const { id } of [...started, ...datasets.map(({ jobId }) => ({ id: jobId }))]) {
    if (!byId.has(id)) throw new GateFailed(`Job ${id} was answered, and is not there`);
  }
  const stuck = jobs.find(({ finishedAt }) => finishedAt === undefined);
  if (stuck !== undefined) throw new GateFailed(`Job ${stuck.id} (${stuck.kind}) still shows ${stuck.status}`);
  const failed = jobs.find(({ status }) => status !== 'success');
  if (failed !== undefined) throw new GateFailed(`Job ${failed.id} (${failed.kind}) has ended with ${failed.status}`);
}

/** What was uploaded is there, and what is there is whole. */
async function checkDatasets({ url, acknowledged, load }: Rest): Promise<void> {
  for (const [tenant, headers] of load.tenants) {
    const wanted = acknowledged.datasets.filter((dataset) => dataset.tenant === tenant);
    for (const { id } of wanted) {
      const seen = await call('GET', `${url}/io/data`, { headers: { ...headers, datasetId: id } });
      const { status, text } = seen;
      if (status !== 200 || !text.includes('"numberOfIntervalsWithRecords":60')) {
        throw new GateFailed(`Dataset ${id} was answered, and shows ${status}: ${text.slice(0, 200)}`);
      }
    }
  }
}

interface Invoice {
  readonly id: string;
  readonly status: string;
}

/** Every invoice that was answered, and whatever else is there, each as whole as the others. */
async function invoicesOf({ url, acknowledged, load }: Rest): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const invoices = await json<Invoice[]>(`${url}/v1/invoices?direction=SENT&page=${page}&per_page=100`, load.company);
    for (const { id, status } of invoices) {
      if (status !== 'FAILED') throw new GateFailed(`Invoice ${id} shows ${status}`);
      found.push(id);
    }
    if (invoices.length === 0) break;
  }
  const missing = acknowledged.invoices.find((id) => !found.includes(id));
  if (missing !== undefined) throw new GateFailed(`Invoice ${missing} was answered, and is not there`);
  return found;
}

/** One delivery for each training; in each queue they came first in the order of the deliveries. */
function checkHooksOfJobs(jobs: readonly Job[], deliveries: readonly Delivery[], { receiver, load }: Rest): number {
  let came = 0;
  for (const tenant of load.tenants.keys()) {
    const path = `/jobs/${tenant}`;
    const ofQueue = deliveries.filter(({ url }) => new URL(url).pathname === path);
    const order = ofQueue.map(({ jobId }) => jobId);
    if (new Set(order).size !== order.length) throw new GateFailed(`A job of ${path} has more than one delivery`);
    const unsent = ofQueue.find(({ state }) => state !== 'delivered');
    if (unsent !== undefined) throw new GateFailed(`Delivery ${unsent.id} to ${path} shows ${unsent.state}`);
    const first = firstOf((receiver.accepted.get(path) ?? []).map((body) => JSON.parse(body).jobId));
    const trained = jobs.filter(({ kind, tenantId }) => tenantId === tenant && /train/i.test(kind));
    const untold = trained.find(({ id }) => !first.includes(id));
    if (untold !== undefined) throw new GateFailed(`Nobody was told of the end of job ${untold.id}`);
    if (trained.length !== first.length) throw new GateFailed(`${path}: ${trained.length} jobs, ${first.length} told`);
    // The log of deliveries keeps the latest 1000.
    mustBeInOrder(path, first.slice(first.length - order.length), order);
    came += first.length;
  }
  return came;
}

/** One event for each invoice, under one body, in the order in which they were made. */
function checkEvents(invoices: readonly string[], deliveries: readonly Delivery[], { receiver }: Rest): number {
  const bodies = firstOf(receiver.accepted.get('/events') ?? []);
  const untold = invoices.find((id) => bodies.filter((body) => body.includes(id)).length !== 1);
  if (untold !== undefined) throw new GateFailed(`Invoice ${untold} was not told of by one event`);
  const made = deliveries.filter(({ url }) => new URL(url).pathname === '/events');
  if (made.length > bodies.length) {
    throw new GateFailed(`${bodies.length} different events came by ${made.length} deliveries`);
  }
  const times = bodies.map((body) => JSON.parse(body).event_timestamp);
  mustBeInOrder('/events', times, [...times].sort());
  return bodies.length;
}

/** Each as it came first: what was under way at a kill may come again. */
function firstOf(all: readonly string[]): string[] {
  return [...new Set(all)];
}

function mustBeInOrder(queue: string, came: readonly string[], order: readonly string[]): void {
  const place = came.findIndex((each, index) => each !== order[index]);
  if (place >= 0) throw new GateFailed(`${queue}: number ${place} to come was ${came[place]}, not ${order[place]}`);
}

async function json<Body>(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Body> {
  return expectStatus<Body>(200, await call('GET', url, { headers }));
}
