// Three servers on one database and two workers; one after another of them is killed, stopped or started again under
// load. Then every sandbox is compared with what its client was answered. A build without the check of epochs must be
// found out.

import { callJson } from '../clients/call.ts';
import { authorize, ended, expectStatus, upload } from '../clients/inventory-client.ts';
import { dataset } from '../clients/raw-data.ts';
import { GateFailed, inParallel } from '../gate.ts';
import { hasWorkers, startTopology, type Topology } from '../topology/start-topology.ts';
import { chanceOf } from './chance-of.ts';
import { ChaosClient } from './chaos-client.ts';
import { Gaps, seconds } from './chaos-gaps.ts';
import { type StormOptions, type Struck, storm } from './chaos-storm.ts';
import { wrongsOf } from './chaos-verdict.ts';
import { type HookReceiver, hookReceiver } from './kill-receiver.ts';
import { staleWrites, watchStaleWrites } from './stale-writes.ts';

const noEpochs = new URL('./no-epochs.mjs', import.meta.url).href;

/** Bar for the time during which a sandbox answers no one, in milliseconds. */
const longestGap = 5000;

interface ChaosOptions {
  readonly minutes: number;
  readonly seed: string;
  /** Sandboxes, each with a client of its own. */
  readonly sandboxes: number;
}

/** @returns the sentence that says what was shown @throws GateFailed when something is not as it must be */
export async function chaosTrial(options: ChaosOptions): Promise<string> {
  const usual = { every: 10_000, standstill: 15_000, pause: 1500 };
  const { wrongs, gaps, sentence } = await play(options, usual);
  if (wrongs.length > 0) throw new GateFailed(`${wrongs.length} wrong, ${sentence}\n${wrongs.slice(0, 20).join('\n')}`);
  const p99 = gaps.quantile(0.99);
  if (p99 > longestGap) {
    const why = gaps.longest(Math.ceil(gaps.count / 50));
    throw new GateFailed(`A sandbox was gone for ${seconds(p99)} s (p99, bar 5 s); ${sentence}\n${why.join('\n')}`);
  }
  // Many requests under way whenever a server stops, so that it has something to write when it continues.
  const planted = {
    every: 6000,
    standstill: 5000,
    pause: 150,
    only: 'stop a server',
    nodeOptions: ['--import', noEpochs],
  } as const;
  const found = await play({ ...options, minutes: Math.min(options.minutes, 1), sandboxes: 60 }, planted);
  if (found.wrongs.length === 0)
    throw new GateFailed('A build without the check of epochs passed: the trial shows nothing');
  return `${sentence}\n  a build without the check of epochs is found out: ${found.wrongs.length} wrong, such as ${found.wrongs[0]}`;
}

type Play = Omit<StormOptions, 'chance'> & { readonly pause: number; readonly nodeOptions?: readonly string[] };

async function play({ minutes, seed, sandboxes }: ChaosOptions, { pause, nodeOptions = [], ...stormy }: Play) {
  const receiver = await hookReceiver();
  const topology = await startTopology({
    servers: 3,
    workers: hasWorkers() ? 2 : 0,
    serverArguments: ['inventory', '--seed', 'empty', '--clock', 'manual', '--set', 'webhooks.attempts=4'],
    nodeOptions,
  });
  try {
    await watchStaleWrites(topology);
    const clients = await prepare(topology, receiver, { seed, sandboxes });
    const until = performance.now() + minutes * 60_000;
    const isOver = () => performance.now() >= until;
    const working = Promise.all(clients.map((client) => client.run(isOver, pause)));
    const [blows] = await Promise.all([
      storm(topology, isOver, { ...stormy, chance: chanceOf(`storm ${seed}`) }),
      working,
    ]);
    refuseDeaths(topology);
    const moved = await ownershipChanges(topology);
    // What lies in the database is what counts: every server forgets all it has in memory.
    await Promise.all(topology.servers.map((server) => server.end('SIGTERM')));
    await Promise.all(topology.servers.map((server) => server.start()));
    const wrongs = [...(await staleWrites(topology)), ...(await wrongsOf(topology.url, clients, receiver))];
    const gaps = new Gaps(clients, blows);
    return { wrongs, gaps, sentence: sentenceOf(clients, { blows, gaps, moved, seed, minutes }) };
  } finally {
    await topology.close();
    await receiver.close();
  }
}

async function prepare(
  { url }: Topology,
  receiver: HookReceiver,
  { seed, sandboxes }: Pick<ChaosOptions, 'seed' | 'sandboxes'>,
): Promise<ChaosClient[]> {
  const names = Array.from({ length: sandboxes }, (_each, index) => `box-${index}`);
  return await inParallel(names, 8, async (name) => {
    const base = `${url}/~${name}`;
    expectStatus(201, await callJson('POST', `${url}/_sim/sandboxes`, { name, clock: 'manual' }));
    const headers = await authorize(base, 'tenant');
    const body = JSON.stringify({ datasets: [dataset('d', 60)] });
    const status = await ended(base, headers, await upload(base, headers, body));
    if (status !== 'success') throw new GateFailed(`The upload of sandbox ${name} ended ${status}`);
    return new ChaosClient(name, { url, hooks: receiver.url, headers, chance: chanceOf(`${seed} ${name}`) });
  });
}

/** What we kill starts again; whatever ended by itself did so for a reason of its own. */
function refuseDeaths({ servers, workers, proxy }: Topology): void {
  const died = [proxy, ...servers, ...workers].find(({ unexpectedEndings }) => unexpectedEndings > 0);
  if (died !== undefined) throw new GateFailed(`${died.name} ended by itself:\n${died.complaints}`);
}

async function ownershipChanges({ addresses }: Topology): Promise<number> {
  const texts = await Promise.all(addresses.map(async (one) => await (await fetch(`${one}/_sim/metrics`)).text()));
  const taken = texts.flatMap((text) => [
    ...text.matchAll(/^understudy_ownership_changes_total\{change="taken"\} (\d+)$/gm),
  ]);
  return taken.reduce((all, [, count]) => all + Number(count), 0);
}

interface Facts {
  readonly blows: readonly Struck[];
  readonly gaps: Gaps;
  readonly moved: number;
  readonly seed: string;
  readonly minutes: number;
}

function sentenceOf(clients: readonly ChaosClient[], { blows, gaps, moved, seed, minutes }: Facts): string {
  const sum = (of: (client: ChaosClient) => number) => clients.reduce((all, client) => all + of(client), 0);
  const kinds = [...new Set(blows.map(({ blow }) => blow))];
  const storms = kinds.map((kind) => `${blows.filter(({ blow }) => blow === kind).length} x ${kind}`);
  const done = [
    `${sum(({ model }) => model.messages.length)} messages`,
    `${sum(({ model }) => model.seconds)} advances`,
    `${sum(({ model }) => model.jobs.length)} trainings`,
  ];
  const maybe = sum(({ model }) => model.maybeMessages.length + model.maybeSeconds + model.maybeJobs);
  return [
    `${clients.length} sandboxes for ${minutes} min (seed ${seed}): ${storms.join(', ')}`,
    `${sum(({ model }) => model.answers)} answers, ${done.join(', ')} kept once and in order`,
    `${sum(({ model }) => model.refusals)} refused with nothing done, ${maybe} without word whether they were`,
    `${moved} times a sandbox was taken by a server that still runs`,
    `gone ${gaps.count} times, p50 ${seconds(gaps.quantile(0.5))} s, p99 ${seconds(gaps.quantile(0.99))} s, at most ${seconds(gaps.quantile(1))} s`,
  ].join('; ');
}
