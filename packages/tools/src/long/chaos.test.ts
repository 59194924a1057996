// Processes are killed, stopped and restarted under load. Then every sandbox is compared with the responses that its
// client got. Each trial must also find an injected fault: appends without epochs, or appends that are lost.
import { SeededRandom } from '@understudy/fuzzing';
import { callJson } from '../clients/call.ts';
import { authorize, expectStatus, uploadDatasets } from '../clients/inventory-client.ts';
import { GateFailed, inParallel, temporaryFolder } from '../gate.ts';
import { prove } from '../testing/prove.ts';
import { hasWorkers, startTopology, type Topology, type TopologyOptions } from '../topology/start-topology.ts';
import { ChaosClient, type Gap } from './testing/chaos-client.ts';
import { type StormOptions, type Struck, storm } from './testing/chaos-storm.ts';
import { wrongsOf } from './testing/chaos-verdict.ts';
import { type HookReceiver, hookReceiver } from './testing/kill-receiver.ts';

const imported = (name: string) => ['--import', new URL(`testing/${name}`, import.meta.url).href];

/** MINUTES, SANDBOXES and SEED change a run. */
const { MINUTES, SANDBOXES = '200', SEED: seed = '1' } = process.env;
const sandboxes = Number(SANDBOXES);
const minutesOr = (usual: number) => Number(MINUTES ?? usual);
const longest = (usual: number) => ({ seconds: 60 * minutesOr(usual) + 600 });
const cluster = { servers: 3, workers: hasWorkers() ? 2 : 0 };

prove('loses no data if servers, workers and their database are killed or stopped', longest(3), () => {
  const topology = { ...cluster, longestGap: 5000 };
  const two = { only: 'kill two servers', atMost: { minutes: 1, sandboxes: 60 } } as const;
  return trial(
    { minutes: minutesOr(3), seed, sandboxes },
    [
      { ...topology, every: 10_000, standstill: 15_000, pause: 1500 },
      { ...topology, ...two, every: 12_000, standstill: 0, pause: 1500, longestGap: 8000, share: 1 },
    ],
    // Many requests are in progress when a server stops, so it has something to write when it continues.
    {
      ...topology,
      every: 6000,
      standstill: 5000,
      pause: 150,
      only: 'stop a server',
      nodeOptions: imported('no-epochs.mjs'),
    },
  );
});

prove('loses no data if a server with a data folder is killed repeatedly', longest(1), () => {
  const kills = { every: 3000, standstill: 0, only: 'kill a server', longestGap: Number.POSITIVE_INFINITY } as const;
  const play = { ...kills, servers: 1, workers: 0, pause: 50 };
  const data = () => temporaryFolder('understudy-kill');
  return trial({ minutes: minutesOr(1), seed, sandboxes: 12 }, [{ ...play, data: data() }], {
    ...play,
    data: data(),
    nodeOptions: imported('lose-appends.mjs'),
  });
});

prove('fails no request while each server is restarted, as in a rolling upgrade', longest(1), () => {
  const topology = { ...cluster, longestGap: 0 };
  const play = { ...topology, every: 8000, standstill: 0, pause: 300, only: 'upgrade a server' } as const;
  return trial({ minutes: minutesOr(1), seed, sandboxes }, [play], { ...play, only: 'kill a server' });
});

interface ChaosOptions {
  readonly minutes: number;
  readonly seed: string;
  readonly sandboxes: number;
}

interface Play extends Omit<StormOptions, 'random'>, TopologyOptions {
  /** Average pause of a client in milliseconds. */
  readonly pause: number;
  /** Milliseconds without a successful response that this share of all gaps must not exceed. */
  readonly longestGap: number;
  /** Default 0.99. */
  readonly share?: number;
  /** Limits of a shorter play. */
  readonly atMost?: Pick<ChaosOptions, 'minutes' | 'sandboxes'>;
}

async function trial(options: ChaosOptions, plays: readonly Play[], planted: Play): Promise<string> {
  const sentences: string[] = [];
  for (const play of plays) {
    const { longestGap, share = 0.99 } = play;
    const { wrongs, gaps, sentence } = await runPlay(atMost(options, play.atMost), play);
    if (wrongs.length > 0)
      throw new GateFailed(`${wrongs.length} wrong, ${sentence}\n${wrongs.slice(0, 20).join('\n')}`);
    if (quantile(gaps, share) > longestGap)
      throw new GateFailed(`Gone for over ${longestGap} ms (quantile ${share}); ${sentence}`);
    sentences.push(sentence);
  }
  const first = await findPlanted(options, planted);
  if (first === undefined) throw new GateFailed('The trial does not find its injected fault');
  return [...sentences, `the injected fault is found: ${first}`].join('\n  ');
}

function atMost(options: ChaosOptions, { minutes, sandboxes }: NonNullable<Play['atMost']> = options): ChaosOptions {
  return { ...options, minutes: Math.min(options.minutes, minutes), sandboxes: Math.min(options.sandboxes, sandboxes) };
}

/**
 * True if a request meets the injected fault depends on the moment of each blow, so there are up to three runs.
 * @returns what is wrong, as a sentence
 */
async function findPlanted(options: ChaosOptions, planted: Play): Promise<string | undefined> {
  const short = atMost(options, { minutes: 1, sandboxes: 60 });
  for (const seed of [options.seed, `${options.seed} again`, `${options.seed} and again`]) {
    const { wrongs, gaps } = await runPlay({ ...short, seed }, planted);
    const failed = planted.longestGap > 0 ? [] : gaps.map(({ instead }) => `a request failed: ${instead.join(' ')}`);
    const all = [...wrongs, ...failed];
    if (all.length > 0) return `${all.length} wrong, such as ${all[0]}`;
  }
  return undefined;
}

async function runPlay({ minutes, seed, sandboxes }: ChaosOptions, play: Play) {
  const receiver = await hookReceiver();
  const serverArguments = ['inventory', '--seed', 'empty', '--clock', 'manual', '--set', 'webhooks.attempts=4'];
  const topology = await startTopology({ ...play, serverArguments });
  try {
    await watchStaleWrites(topology);
    const clients = await prepare(topology, receiver, { seed, sandboxes });
    const until = performance.now() + minutes * 60_000;
    const isOver = () => performance.now() >= until;
    const working = Promise.all(clients.map((client) => client.run(isOver, play.pause)));
    const random = new SeededRandom(`storm ${seed}`);
    const [blows] = await Promise.all([storm(topology, isOver, { ...play, random }), working]);
    const { proxy, servers, workers } = topology;
    const died = [proxy, ...servers, ...workers].find(({ unexpectedEndings }) => unexpectedEndings > 0);
    if (died !== undefined) throw new GateFailed(`${died.name} ended by itself:\n${died.complaints}`);
    const moved = await ownershipChanges(topology);
    // Only stored state counts, so all servers start again.
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await Promise.all(servers.map((server) => server.start()));
    const wrongs = [...(await staleWrites(topology)), ...(await wrongsOf(topology.url, clients, receiver))];
    const gaps = clients.flatMap(({ model }) => model.gaps).sort((one, other) => lengthOf(one) - lengthOf(other));
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
    await uploadDatasets(base, headers, ['d'], 60);
    return new ChaosClient(name, { url, hooks: receiver.url, headers, random: new SeededRandom(`${seed} ${name}`) });
  });
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
  readonly gaps: readonly Gap[];
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
  const seconds = (share: number) => (quantile(gaps, share) / 1000).toFixed(1);
  const longest = gaps.at(-1);
  const before = blows.findLast(({ at }) => at <= (longest?.from ?? 0));
  return [
    `${clients.length} sandboxes for ${minutes} min (seed ${seed}): ${storms.join(', ')}`,
    `${sum(({ model }) => model.answers)} responses, ${done.join(', ')} stored once and in order`,
    `${sum(({ model }) => model.refusals)} rejected and not done, ${maybe} unclear`,
    `${moved} times a running server took a sandbox`,
    `gone ${gaps.length} times, p50 ${seconds(0.5)} s, p99 ${seconds(0.99)} s, at most ${seconds(1)} s`,
    ...(longest === undefined ? [] : [`the longest after "${before?.blow}": ${longest.instead.join(' ')}`]),
  ].join('; ');
}

/** Returns the milliseconds. @param gaps by length */
function quantile(gaps: readonly Gap[], share: number): number {
  const gap = gaps[Math.ceil(gaps.length * share) - 1];
  return gap === undefined ? 0 : lengthOf(gap);
}

function lengthOf({ from, to }: Gap): number {
  return to - from;
}

// The database itself looks whether who writes a record is whom the sandbox belongs to: independent of our own check.

/** Each server connects under its address, by which the table of processes knows it. */
const watch = `
CREATE TABLE IF NOT EXISTS public.stale_writes (sandbox text, owner text, writer text, at timestamptz DEFAULT clock_timestamp());
CREATE OR REPLACE FUNCTION public.note_stale_write() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found record;
BEGIN
  SELECT s.name, p.address INTO found FROM understudy.sandboxes s
  LEFT JOIN understudy.processes p ON p.id = s.process WHERE s.id = COALESCE(NEW.sandbox, OLD.sandbox);
  IF found.name !~ '^:' AND found.address IS DISTINCT FROM current_setting('application_name') THEN
    INSERT INTO public.stale_writes (sandbox, owner, writer)
    VALUES (found.name, found.address, current_setting('application_name'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_stale_write AFTER INSERT OR UPDATE OR DELETE ON understudy.records
FOR EACH ROW EXECUTE FUNCTION public.note_stale_write();`;

async function watchStaleWrites({ postgres, database }: Topology): Promise<void> {
  await postgres?.run(database, watch);
}

/** Writes to records of a sandbox that belonged to another process, or to none. */
async function staleWrites({ postgres, database }: Topology): Promise<string[]> {
  const rows = (await postgres?.run(database, 'SELECT DISTINCT sandbox, owner, writer FROM public.stale_writes')) ?? [];
  return rows.map(({ sandbox, owner, writer }) => `${sandbox}: stale write by ${writer}, it belongs to ${owner}`);
}
