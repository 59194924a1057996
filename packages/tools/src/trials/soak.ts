// Mixed load for some minutes, with faults on: nothing leaks, nothing is left unhandled, every answer is an expected one.
//
// Half of the load goes to the default sandbox, which lives as long as the server; it does no lasting work there, so that
// whatever grows is a leak. The other half works: it uploads, trains and predicts, in sandboxes that live for some
// seconds and are then forgotten, so that their time to live must remove them. Memory is compared at rest, with those
// sandboxes gone, after a warm-up of 30 s and at the end.
import { setTimeout as sleep } from 'node:timers/promises';
import { call, callJson, type Seen } from '../clients/call.ts';
import { expectStatus } from '../clients/inventory-client.ts';
import { GateFailed } from '../gate.ts';
import { faults, mostBroken } from './soak-faults.ts';
import { openWorld, pickOperation, type World } from './soak-operations.ts';
import { startReceiver } from './soak-receiver.ts';
import { type ObservedServer, startObserved } from './start-observed.ts';

const warmUpMs = 30_000;
const generationMs = 20_000;
const timeToLive = 'PT10S';
const tickMs = 20;
/** Requests under way at most; what would be more is not sent, and told. */
const mostUnderWay = 1000;
const allowedGrowth = 1.2;

/** How long, at how many requests a second, and where to put a profile and snapshots of the heap. */
export interface SoakOptions {
  readonly minutes: number;
  readonly rate: number;
  readonly profile: string | undefined;
  readonly heapSnapshots: string | undefined;
}

/** @returns the sentence that says what was measured @throws GateFailed when a bar is missed */
export async function soakTrial({ minutes, rate, profile, heapSnapshots }: SoakOptions): Promise<string> {
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const options = ['--port', '0', '--seed', 'empty', '--sandbox-ttl', timeToLive];
  const server = await startObserved(options, { nodeOptions });
  const receiver = await startReceiver();
  const load = new Load(server.url, receiver.url, rate);
  await load.prepare();

  await load.run(warmUpMs);
  const before = await atRest(server, load);
  if (heapSnapshots !== undefined) await server.ask('heapSnapshot', `${heapSnapshots}/before.heapsnapshot`);
  await server.ask('delay');
  console.error(`after the warm-up: ${told(before)}`);
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) {
    await load.run(Math.min(60_000, end - performance.now()));
    const { heapUsed, rss } = await server.ask('memory');
    console.error(`${load.sent} sent, ${megabytes(heapUsed)} MB heap and ${megabytes(rss)} MB resident under load`);
  }
  const delay = await server.ask('delay');
  const after = await atRest(server, load);
  if (heapSnapshots !== undefined) await server.ask('heapSnapshot', `${heapSnapshots}/after.heapsnapshot`);
  const bounds = await load.bounds();
  const mishaps = await server.ask('mishaps');
  const { code } = await server.end('SIGTERM');
  await receiver.close();

  const growth = after.heapUsed / before.heapUsed;
  const wrong = [
    ...[...load.surprises].map(([what, { count, text }]) => `${count} times ${what} ${text}`),
    ...bounds
      .filter(({ count, most }) => count > most)
      .map(({ what, count, most }) => `${what}: ${count}, more than ${most}`),
    ...mishaps,
    ...(growth > allowedGrowth
      ? [`The heap has grown by the factor ${growth.toFixed(2)}, more than ${allowedGrowth}`]
      : []),
    ...(load.broken > mostBroken(load.sent) ? [`${load.broken} answers broke, more than the faults explain`] : []),
    ...(load.unsent > load.sent / 100 ? [`${load.unsent} requests were not sent because too many were under way`] : []),
    ...(code === 0 ? [] : [`The server ended with code ${code}`]),
    ...(server.complaints() === '' ? [] : [`The server complained: ${server.complaints().slice(0, 2000)}`]),
  ];
  const facts = [
    `${minutes} min, ${load.sent} requests (${(load.sent / load.seconds).toFixed(0)}/s; ${load.unsent} not sent)`,
    `by status: ${[...load.byStatus]
      .sort()
      .map(([status, count]) => `${status} ${count}`)
      .join(', ')}`,
    `deliveries received outside: ${receiver.received()}`,
    `heap at rest ${told(before)} -> ${told(after)}, factor ${growth.toFixed(2)}`,
    `bounded: ${bounds.map(({ what, count, most }) => `${what} ${count} of at most ${most}`).join(', ')}`,
    `event-loop delay p50 ${delay.p50}, p99 ${delay.p99}, max ${delay.max} ms`,
    `unhandled rejections: ${mishaps.length}`,
  ];
  if (wrong.length > 0) throw new GateFailed([...facts, '', ...wrong].join('\n'));
  return facts.join('\n  ');
}

/** Memory once nothing is under way and the sandboxes of the load are gone. */
async function atRest(server: ObservedServer, load: Load): Promise<NodeJS.MemoryUsage> {
  await load.drain();
  await sleep(11_000);
  // The next creation of a sandbox removes those whose time is over.
  await callJson('POST', `${server.url}/_sim/sandboxes`, { name: 'broom' });
  await call('DELETE', `${server.url}/_sim/sandboxes/broom`);
  const { sandboxes } = JSON.parse((await call('GET', `${server.url}/_sim/sandboxes`)).text);
  if (sandboxes.length !== 1) throw new GateFailed(`${sandboxes.length - 1} sandboxes outlived their time to live`);
  return await server.ask('memory');
}

/** The load: sends the given number of requests a second, and counts what is answered. */
class Load {
  sent = 0;
  unsent = 0;
  broken = 0;
  seconds = 0;
  readonly byStatus = new Map<string, number>();
  /** Answers that nothing explains, by operation and outcome: how many, and one of them. */
  readonly surprises = new Map<string, { count: number; text: string }>();
  readonly #url: string;
  readonly #receiver: string;
  readonly #rate: number;
  readonly #underWay = new Set<Promise<void>>();
  #lasting: World | undefined;
  #passing: World | undefined;
  #generation = 0;

  constructor(url: string, receiver: string, rate: number) {
    this.#url = url;
    this.#receiver = receiver;
    this.#rate = rate;
  }

  async prepare(): Promise<void> {
    this.#lasting = await openWorld(this.#url, this.#receiver);
    expectStatus(200, await callJson('PUT', `${this.#url}/_sim/faults`, { faults }));
  }

  async run(milliseconds: number): Promise<void> {
    const started = performance.now();
    // Its time to live may have run out since.
    this.#passing = undefined;
    let renewed = Number.NEGATIVE_INFINITY;
    let due = 0;
    for (let elapsed = 0; elapsed < milliseconds; elapsed = performance.now() - started) {
      if (elapsed - renewed >= generationMs) {
        renewed = elapsed;
        // The one before continues until the new one is ready, and is then not spoken of any more.
        void this.#renew();
      }
      const wanted = (elapsed * this.#rate) / 1000;
      for (; due < wanted; due += 1) this.#send();
      await sleep(tickMs);
    }
    this.seconds += (performance.now() - started) / 1000;
    await this.drain();
  }

  /** Waits until every request is answered. */
  async drain(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** What must not grow for ever in the sandbox that lives on. */
  async bounds(): Promise<{ what: string; count: number; most: number }[]> {
    const read: Read = async (path) => JSON.parse((await call('GET', `${this.#url}/_sim/${path}`)).text);
    const entries = await countEntries(read);
    const { messages } = await read<{ messages: unknown[] }>('inbox/soak/messages');
    const { deliveries } = await read<{ deliveries: unknown[] }>('deliveries');
    const { pendingTimers } = await read<{ pendingTimers: number }>('clock');
    return [
      { what: 'journal entries', count: entries, most: 5000 },
      { what: 'inbox messages', count: messages.length, most: 1000 },
      { what: 'deliveries', count: deliveries.length, most: 1000 },
      { what: 'timers', count: pendingTimers, most: 10 },
    ];
  }

  async #renew(): Promise<void> {
    this.#generation += 1;
    const name = `soak-${this.#generation}`;
    const made = callJson('POST', `${this.#url}/_sim/sandboxes`, { name, timeToLive }).then(async () => {
      const world = await openWorld(`${this.#url}/~${name}`, this.#receiver);
      expectStatus(200, await callJson('PUT', `${this.#url}/~${name}/_sim/faults`, { faults }));
      this.#passing = world;
    });
    await this.#track(
      made.catch((error) => this.#surprise('a new sandbox', error instanceof Error ? error.message : String(error))),
    );
  }

  #send(): void {
    const lasting = this.#lasting;
    if (lasting === undefined || this.#underWay.size >= mostUnderWay) {
      this.unsent += 1;
      return;
    }
    this.sent += 1;
    const passing = this.sent % 2 === 0 ? this.#passing : undefined;
    const { name, expected, faulty, send } = pickOperation(passing !== undefined);
    void this.#track(
      send(passing ?? lasting).then(({ status, broken, text }: Seen) => {
        const outcome = broken ?? status;
        this.byStatus.set(String(outcome), (this.byStatus.get(String(outcome)) ?? 0) + 1);
        if (broken !== undefined) this.broken += 1;
        const explained = faulty && (broken === undefined ? status === 429 || status === 500 : broken !== 'hanging');
        if (!explained && (status === undefined || !expected.includes(status)))
          this.#surprise(`${name}: ${outcome}`, text);
      }),
    );
  }

  #surprise(what: string, text: string): void {
    const known = this.surprises.get(what);
    this.surprises.set(what, { count: (known?.count ?? 0) + 1, text: known?.text ?? text.slice(0, 300) });
  }

  #track(promise: Promise<void>): Promise<void> {
    const tracked: Promise<void> = promise.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }
}

type Read = <Body>(path: string) => Promise<Body>;

/** Entries that the journal holds, read page by page. */
async function countEntries(read: Read): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const { entries } = await read<{ entries: { seq: number }[] }>(`journal?limit=1000&after=${after}`);
    const last = entries.at(-1);
    if (last === undefined) return count;
    count += entries.length;
    after = last.seq;
  }
}

function told({ heapUsed, external, rss }: NodeJS.MemoryUsage): string {
  return `${megabytes(heapUsed)} MB (external ${megabytes(external)}, resident ${megabytes(rss)})`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
