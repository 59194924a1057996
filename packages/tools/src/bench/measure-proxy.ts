// Compares `understudy proxy` with a minimal node:http proxy: processor time and total time per request.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startServerWith, temporaryFolder } from '../gate.ts';
import { ManagedProcess } from '../managed-process.ts';
import { processorTime } from '../processor-time.ts';
import { root } from '../steps.mjs';
import { type Contender, startBare } from './contenders.ts';

/** The cost of one of our proxies, compared with the minimal one. */
interface ProxyCost {
  readonly what: string;
  /** Processor time per request: the median of all rounds. */
  readonly microseconds: number;
  readonly milliseconds: number;
  readonly detail: string;
}

interface Measured {
  /** Processor time per request in microseconds. */
  readonly cost: number;
  /** Average time per request on one connection. */
  readonly milliseconds: number;
}

// A documented response, because findings cost more than checks.
const body = JSON.stringify({ message: 'OK' });

/** @param rounds number of rounds @param requests requests to each proxy per round */
export async function measureProxy(rounds: number, requests: number): Promise<ProxyCost[]> {
  const real = await startBare({
    headers: { 'content-type': 'application/json', 'content-length': body.length },
    body,
  });
  const file = fileURLToPath(new URL('./bare-proxy.mjs', import.meta.url));
  const bareProcess = new ManagedProcess('The bare proxy', [file, real.url]);
  const bare = { url: await bareProcess.start(), pid: bareProcess.pid ?? 0 };
  const api = ['--api', join(root, 'specs/inventory/openapi.yaml')];
  const record = ['--record', join(temporaryFolder('understudy-bench-proxy'), 'traffic.har')];
  const kinds = [
    ['forwarding', []],
    ['forwarding and checking', api],
    ['forwarding, checking and recording', [...api, ...record]],
  ] as const;
  const found: ProxyCost[] = [];
  try {
    for (const [what, args] of kinds) {
      const ours = await startServerWith({ command: 'proxy' }, '--target', real.url, ...args);
      found.push({ what, ...(await compared(ours, bare, { rounds, requests })) });
      await ours.stop();
    }
  } finally {
    real.stop();
    await bareProcess.end('SIGKILL');
  }
  return found;
}

async function compared(
  ours: Pick<Contender, 'url' | 'pid'>,
  bare: Pick<Contender, 'url' | 'pid'>,
  { rounds, requests }: { readonly rounds: number; readonly requests: number },
): Promise<Omit<ProxyCost, 'what'>> {
  const [more, later]: [number[], number[]] = [[], []];
  const costs: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const [mine, other] = [await measure(ours, requests), await measure(bare, requests)];
    // The first round only warms up the JIT compiler.
    if (round < 0) continue;
    more.push(mine.cost - other.cost);
    later.push(mine.milliseconds - other.milliseconds);
    costs[0].push(mine.cost);
    costs[1].push(other.cost);
  }
  const detail = `${median(costs[0]).toFixed(0)} of ${median(costs[1]).toFixed(0)} µs; rounds ${Math.min(...more).toFixed(0)} to ${Math.max(...more).toFixed(0)}`;
  return { microseconds: median(more), milliseconds: median(later), detail };
}

async function measure({ url, pid }: Pick<Contender, 'url' | 'pid'>, requests: number): Promise<Measured> {
  const fire = async (connections: number, amount: number) => {
    const result = await autocannon({ url: `${url}/io/health_check`, connections, amount });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} responses were not 2xx`);
    return result;
  };
  const before = processorTime(pid);
  await fire(20, requests);
  const cost = (processorTime(pid) - before) / requests;
  return { cost, milliseconds: (await fire(1, requests / 10)).latency.average };
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
