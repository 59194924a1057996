// A server at half of its load for a long time. After the first third, its memory must not grow by more than 5 %.
import { setTimeout as sleep } from 'node:timers/promises';
import { call, callJson, type Seen } from '../clients/call.ts';
import { authorize, type TenantHeaders, uploadDatasets } from '../clients/inventory-client.ts';
import { GateFailed, inParallel } from '../gate.ts';
import { startObserved } from '../observe/start-observed.ts';
import { prove } from '../testing/prove.ts';

const [sandboxes, clients] = [20, 40];
const maxGrowth = 1.05;

interface Tenant {
  readonly base: string;
  readonly headers: TenantHeaders;
}

/** MINUTES changes the duration. */
const minutes = Number(process.env['MINUTES'] ?? 30);

prove('keeps its memory constant under half load', { seconds: 60 * minutes + 120 }, async () => {
  const server = await startObserved(['inventory', '--port', '0', '--seed', 'empty', '--clock', 'manual']);
  const names = Array.from({ length: sandboxes }, (_each, index) => `box-${index}`);
  const tenants = await inParallel(names, 4, async (name): Promise<Tenant> => {
    const base = `${server.url}/~${name}`;
    const headers = await authorize(base, 'tenant');
    await uploadDatasets(base, headers, ['d'], 60);
    return { base, headers };
  });
  const samples: number[] = [];
  let count = 0;
  /** @param intervalMs between the requests of a client */
  const load = async (milliseconds: number, intervalMs: number) => {
    const until = performance.now() + milliseconds;
    const lane = async (_each: unknown, client: number) => {
      for (let turn = client; performance.now() < until; turn += 1) {
        const begun = performance.now();
        const seen = await send(tenants[turn % sandboxes], turn);
        if (seen.status === undefined || seen.status >= 400)
          throw new GateFailed(`A request returned ${seen.broken ?? seen.status}: ${seen.text.slice(0, 300)}`);
        count += 1;
        const rest = begun + intervalMs - performance.now();
        if (rest > 1) await sleep(rest);
      }
    };
    await inParallel(Array.from({ length: clients }), clients, lane);
  };
  await load(10_000, 0);
  const perSecond = count / 10;
  const until = performance.now() + minutes * 60_000;
  const sampling = (async () => {
    for (; performance.now() < until; await sleep(1000)) samples.push((await server.ask('resident')).now);
  })();
  await load(minutes * 60_000, (1000 * clients) / (perSecond / 2));
  await sampling;
  const mishaps = await server.ask('mishaps');
  await server.end('SIGTERM');
  const third = (index: number) =>
    median(samples.slice((samples.length * index) / 3, (samples.length * (index + 1)) / 3));
  const [first, second, last] = [third(0), third(1), third(2)];
  const sentence = `${minutes} min at ${Math.round(perSecond / 2)} requests a second (${count} requests): memory ${[first, second, last].map(megabytes).join(', ')} MB (medians of the thirds)`;
  if (mishaps.length > 0) throw new GateFailed([sentence, ...mishaps].join('\n'));
  if (last > second * maxGrowth) throw new GateFailed(`Memory grows: ${sentence}`);
  return sentence;
});

/** Half reads, and writes that the limits of a sandbox bound. */
function send(tenant: Tenant | undefined, turn: number): Promise<Seen> {
  const { base, headers } = tenant ?? { base: '', headers: {} };
  if (turn % 2 === 0) return call('GET', `${base}/io/data`, { headers });
  if (turn % 4 === 1) return callJson('POST', `${base}/_sim/inbox/log`, { text: 'x'.repeat(1000) });
  if (turn % 100 === 3) return callJson('POST', `${base}/_sim/clock/advance`, { by: 'PT1M' });
  return call('GET', `${base}/_sim/journal?last=5`);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
