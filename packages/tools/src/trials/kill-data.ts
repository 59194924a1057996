// A server with a data folder that is killed again and again in the middle of load, and continues each time: what it
// has answered is there, nothing is half there, no job stands still, and every event arrives in its order.
import { setTimeout as sleep } from 'node:timers/promises';
import { callJson } from '../clients/call.ts';
import { freePort } from '../clients/free-port.ts';
import { expectStatus } from '../clients/inventory-client.ts';
import { GateFailed, temporaryFolder } from '../gate.ts';
import { chanceOf } from './chance-of.ts';
import { type Acknowledged, KillLoad } from './kill-load.ts';
import { hookReceiver } from './kill-receiver.ts';
import { verdictOn } from './kill-verdict.ts';
import { startObserved } from './start-observed.ts';

const loseAppends = new URL('./lose-appends.mjs', import.meta.url).href;

/** Every client has worked this often by then; the kill comes up to this many milliseconds later, at random. */
const [busy, further] = [20, 1000];

/** @returns the sentence that says what was shown @throws GateFailed when something is not as it must be */
export async function killDataTrial({ seed, rounds }: { seed: string; rounds: number }): Promise<string> {
  const shown = await play({ seed, rounds, nodeOptions: [] });
  const planted = await play({ seed, rounds: 2, nodeOptions: ['--import', loseAppends] }).then(
    () => {
      throw new GateFailed('A server that loses its appends passed: the trial shows nothing');
    },
    (error: unknown) => {
      if (error instanceof GateFailed) return error.message.split('\n', 1)[0];
      throw error;
    },
  );
  return `${shown}\n  a server that appends nothing is found out: ${planted}`;
}

async function play({ seed, rounds, nodeOptions }: { seed: string; rounds: number; nodeOptions: string[] }) {
  const [folder, port] = [temporaryFolder('understudy-kill-data'), await freePort()];
  const receiver = await hookReceiver();
  const random = chanceOf(seed);
  const start = () =>
    startObserved(
      [
        'inventory',
        'einvoicing',
        '--port',
        String(port),
        '--seed',
        'empty',
        '--clock',
        'manual',
        '--set',
        'webhooks.attempts=4',
        '--progression',
        'after:PT2S',
        '--data',
        folder,
      ],
      { nodeOptions },
    );
  const acknowledged: Acknowledged = { datasets: [], jobs: [], invoices: [], now: '' };
  const startsMs: number[] = [];
  try {
    let server = await start();
    const load = await KillLoad.prepare(server.url, receiver.url, acknowledged);
    for (let round = 1; round <= rounds; round += 1) {
      const working = load.run();
      // It is waited for below; what it says before that must not end the process.
      working.catch(() => undefined);
      // What goes wrong before the kill ends the trial at once.
      await Promise.race([load.busy(busy), working]);
      await sleep(random() * further);
      await server.end('SIGKILL');
      await working;
      const again = performance.now();
      server = await start();
      startsMs.push(performance.now() - again);
      if (server.complaints() !== '')
        throw new GateFailed(`The start after round ${round} said: ${server.complaints()}`);
    }
    // Everything that waits for its time comes due.
    for (let day = 0; day < 2; day += 1) {
      expectStatus(200, await callJson('POST', `${server.url}/_sim/clock/advance`, { by: 'P1D' }));
    }
    await load.renew();
    const facts = await verdictOn({ url: server.url, acknowledged, receiver, load });
    const { code } = await server.end('SIGTERM');
    if (code !== 0 || server.complaints() !== '') {
      throw new GateFailed(`The last server ended with ${code} and said: ${server.complaints()}`);
    }
    const slowest = Math.max(...startsMs).toFixed(0);
    return `${rounds} rounds of kill -9 (seed ${seed}): ${facts}; serving again after ${slowest} ms at most`;
  } finally {
    await receiver.close();
  }
}
