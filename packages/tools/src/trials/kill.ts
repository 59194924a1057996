// A server killed in the middle of load: its clients learn of it at once, the next start on the same port is clean and
// says what was lost, and a start after a proper end says nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../clients/call.ts';
import { freePort } from '../clients/free-port.ts';
import { authorize, expectStatus, presign, train, upload } from '../clients/inventory-client.ts';
import { dataset, uploadOfSize } from '../clients/raw-data.ts';
import { GateFailed, temporaryFolder } from '../gate.ts';
import { startObserved } from './start-observed.ts';

const rounds = 3;
const clients = 50;
const loadMs = 2000;
/** A client must know by then that its server is gone. */
const noticeMs = 5000;

/** @returns the sentence that says what was shown @throws GateFailed when something is not as it must be */
export async function killTrial(): Promise<string> {
  const port = await freePort();
  // The sign of a running server lies in a folder of this trial alone.
  const folder = temporaryFolder('understudy-kill');
  const env = { TMPDIR: folder, TEMP: folder, TMP: folder };
  const start = () => startObserved(['inventory', '--port', String(port), '--seed', 'empty'], { env });
  const facts: string[] = [];

  let server = await start();
  mustBe('complaints of the first start', server.complaints(), '');
  for (let round = 1; round <= rounds; round += 1) {
    const load = startLoad(server.url);
    await sleep(loadMs);
    const killed = performance.now();
    const { signal } = await server.end('SIGKILL');
    mustBe('the end of the killed server', signal, 'SIGKILL');
    const { answered, broken } = await Promise.race([load.ended(), sleep(noticeMs).then(() => load.hanging())]);
    const noticed = performance.now() - killed;

    const again = performance.now();
    server = await start();
    const headers = await authorize(server.url, 'trial');
    const { countOfDatasets } = expectStatus<{ countOfDatasets: number }>(
      200,
      await call('GET', `${server.url}/io/data`, { headers }),
    );
    const started = performance.now() - again;
    mustBe('datasets after the new start', countOfDatasets, 0);
    const lines = server.complaints().trimEnd().split('\n');
    if (
      lines.length !== 1 ||
      !/^The last run on port \d+ \(pid \d+, since .+\) ended without .+ is lost/.test(lines[0] ?? '')
    ) {
      throw new GateFailed(`The new start must say in one line what was lost; it said:\n${server.complaints()}`);
    }
    facts.push(
      `killed after ${answered} answers; ${broken} clients knew after ${noticed.toFixed(0)} ms; serving again ${started.toFixed(0)} ms after the start`,
    );
  }
  const said = server.complaints().trimEnd();
  mustBe('exit code of a proper end', (await server.end('SIGTERM')).code, 0);
  server = await start();
  mustBe('complaints after a proper end', server.complaints(), '');
  mustBe('exit code at the end', (await server.end('SIGINT')).code, 0);
  return [...facts, said].join('\n  ');
}

/** Clients that upload, train and read, one request after another, until their connection breaks. */
function startLoad(url: string) {
  const body = uploadOfSize('load', 100_000, 2);
  let answered = 0;
  let broken = 0;
  const working = Array.from({ length: clients }, async (_, index) => {
    try {
      const headers = await authorize(url, `tenant-${index}`);
      for (;;) {
        await upload(url, headers, index % 2 === 0 ? body : JSON.stringify({ datasets: [dataset('d', 60)] }));
        await train(url, headers, ['d']);
        await presign(url, headers);
        answered += 4;
      }
    } catch (error) {
      if (!(error instanceof Error) || !/ECONN|EPIPE|socket/.test(error.message)) throw error;
      broken += 1;
    }
  });
  return {
    ended: async () => {
      await Promise.all(working);
      return { answered, broken };
    },
    hanging(): never {
      throw new GateFailed(`${clients - broken} of ${clients} clients still wait ${noticeMs} ms after the kill`);
    },
  };
}

function mustBe(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected)
    throw new GateFailed(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}
