// Checks the state of every sandbox after the disruptions.
import { call, callJson } from '../../clients/call.ts';
import { expectStatus } from '../../clients/inventory-client.ts';
import { inParallel } from '../../gate.ts';
import { type ChaosClient, numbersIn, wrongClock, wrongMessages } from './chaos-client.ts';
import type { HookReceiver } from './kill-receiver.ts';

interface Job {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
}

interface Delivery {
  readonly jobId: string;
  readonly state: string;
  readonly url: string;
}

/** @returns all errors, each with the name of its sandbox */
export async function wrongsOf(
  url: string,
  clients: readonly ChaosClient[],
  receiver: HookReceiver,
): Promise<string[]> {
  const wrongs = await inParallel(clients, 8, async (client) => {
    const found = [...client.model.wrong, ...(await wrongsIn(`${url}/~${client.name}`, client, receiver))];
    return found.map((wrong) => `${client.name}: ${wrong}`);
  });
  return wrongs.flat();
}

async function wrongsIn(base: string, { name, model }: ChaosClient, receiver: HookReceiver): Promise<string[]> {
  const { now } = await json<{ now: string }>(`${base}/_sim/clock`);
  const clock = wrongClock(now, model);
  const log = await call('GET', `${base}/_sim/inbox/log/messages`);
  expectStatus(200, log);
  // Retries are scheduled on the sandbox's clock.
  for (let day = 0; day < 2; day += 1) {
    expectStatus(200, await callJson('POST', `${base}/_sim/clock/advance`, { by: 'P1D' }));
  }
  const { jobs } = await json<{ jobs: Job[] }>(`${base}/_sim/jobs`);
  const { deliveries } = await json<{ deliveries: Delivery[] }>(`${base}/_sim/deliveries`);
  return [
    ...(clock === undefined ? [] : [clock]),
    ...wrongMessages(numbersIn(log.text), model),
    ...wrongJobs(jobs, model),
    ...wrongWebhooks(jobs, deliveries, receiver.accepted.get(`/jobs/${name}`) ?? []),
  ];
}

function wrongJobs(jobs: readonly Job[], { jobs: started, maybeJobs }: ChaosClient['model']): string[] {
  const trainings = jobs.filter(isTraining);
  const ids = new Set(trainings.map(({ id }) => id));
  return [
    ...started.filter((id) => !ids.has(id)).map((id) => `lost: training ${id}`),
    ...trainings.filter(({ status }) => status !== 'success').map(({ id, status }) => `job ${id} shows ${status}`),
    ...(ids.size > started.length + maybeJobs
      ? [`doubled: ${ids.size} trainings of ${started.length} and ${maybeJobs}`]
      : []),
  ];
}

function wrongWebhooks(jobs: readonly Job[], deliveries: readonly Delivery[], bodies: readonly string[]): string[] {
  const order = deliveries.map(({ jobId }) => jobId);
  // An attempt that a disruption interrupted can be repeated.
  const came = [...new Set(bodies.map((body): string => JSON.parse(body).jobId))];
  const trained = jobs.filter(isTraining).map(({ id }) => id);
  return [
    ...(new Set(order).size === order.length ? [] : ['doubled: a job has two deliveries']),
    ...deliveries
      .filter(({ state }) => state !== 'delivered')
      .map(({ jobId, state }) => `delivery of ${jobId}: ${state}`),
    ...trained.filter((id) => !came.includes(id)).map((id) => `lost: webhook of ${id}`),
    ...(came.every((id, index) => id === order[index]) ? [] : [`out of order: webhooks ${came}, not ${order}`]),
  ];
}

function isTraining({ kind }: Job): boolean {
  return /train/i.test(kind);
}

async function json<Body>(url: string): Promise<Body> {
  return expectStatus<Body>(200, await call('GET', url));
}
