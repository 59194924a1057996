// Attacks a server in order to block it, crash it or read data of others. Every file in testing/ is a list of attacks.
// Prints the figure that proves that an attack failed.
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe } from 'vitest';
import { GateFailed } from '../gate.ts';
import { startObserved } from '../observe/start-observed.ts';
import { prove } from '../testing/prove.ts';
import { type Attack, callsTo, type Target } from './testing/attack.js';

/** Milliseconds for which one request can block the event loop. */
const mostHeld = 100;

/** Bytes that remain after any request: compiled code, pools, caches. */
const restBytes = 8 * 1024 * 1024;

/** Timeout of questions to the server's process in milliseconds. */
const timeoutMs = 10_000;

const megabyte = 1024 * 1024;

type Running = Awaited<ReturnType<typeof start>>;

const folder = new URL('testing/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'attack.ts');
const lists = await Promise.all(files.sort().map((name) => import(new URL(name, folder).href)));
const everyAttack: readonly Attack[] = lists.flatMap(({ attacks }: { attacks: Attack[] }) => attacks);
const servers = new Set(everyAttack.map(serverOf));

/** Attacks with equal arguments share a server. */
describe.each([...servers])('a server with %s', (wanted) => {
  let server: Running | undefined;
  afterAll(async () => await server?.end());

  for (const attack of everyAttack.filter((each) => serverOf(each) === wanted)) {
    const { name, quick = false, planted } = attack;
    prove(planted === undefined ? `withstands ${name}` : `detects ${name}`, { seconds: 300, quick }, async () => {
      server ??= await start(JSON.parse(wanted));
      try {
        return await (planted === undefined ? tried(attack, server) : noticed(attack, planted, server));
      } catch (error) {
        // A damaged server would be unfair to the next attack.
        await server.end().catch(() => undefined);
        server = undefined;
        throw error;
      }
    });
  }
});

function serverOf({ server = [], controlToken }: Attack): string {
  return JSON.stringify({ args: server, controlToken });
}

/** Runs one attack and measures event loop and memory. Afterwards the server must respond to others. */
async function tried(attack: Attack, server: Running): Promise<string> {
  const before = attack.sends === undefined ? 0 : await memory(server);
  const { now: resident } = await server.ask('resident');
  await server.ask('delay');
  const figure = await attack.run(server);
  const { max, cpu } = await server.ask('delay');
  const held = cpu === undefined ? max : Math.min(cpu, max);
  const facts = [figure, `event loop held ${held.toFixed(0)} ms`];
  if (held > (attack.mostHeld ?? mostHeld)) throw new GateFailed(facts.join('; '));
  const { status } = await server.call('GET', '/_sim', { timeoutMs: 5000 });
  if (status === undefined) throw new GateFailed([...facts, 'the server no longer responds'].join('; '));
  if (attack.sends !== undefined) {
    const { peak } = await server.ask('resident');
    const most = 4 * attack.sends + restBytes;
    let kept = (await memory(server)) - before;
    // A job may last longer than the response that started it.
    for (let looks = 0; kept > most && looks < 10; looks += 1) {
      await sleep(200);
      kept = (await memory(server)) - before;
    }
    facts.push(
      `${(attack.sends / megabyte).toFixed(1)} MB sent, ${megabytes(peak - resident)} more resident memory`,
      `${megabytes(kept)} kept`,
    );
    if (kept > most) throw new GateFailed(facts.join('; '));
  }
  return facts.join('; ');
}

/** @returns why the planted attack succeeded, as it must @throws GateFailed when it seems to have failed */
async function noticed(attack: Attack, planted: RegExp, server: Running): Promise<string> {
  const figures = await tried(attack, server).catch((error: unknown) => {
    if (error instanceof GateFailed && planted.test(error.message)) return undefined;
    throw error;
  });
  if (figures !== undefined) throw new GateFailed(`not noticed: ${figures}`);
  return 'noticed';
}

function megabytes(bytes: number): string {
  return `${Math.max(0, bytes / megabyte).toFixed(0)} MB`;
}

/** Returns the bytes on and off the heap, after a garbage collection. */
async function memory(server: Target): Promise<number> {
  const { heapUsed, external } = await server.ask('memory');
  return heapUsed + external;
}

async function start({ args, controlToken }: { args: readonly string[]; controlToken?: string }) {
  const env = controlToken === undefined ? {} : { UNDERSTUDY_CONTROL_TOKEN: controlToken };
  const server = await startObserved(['--port', '0', ...args], { env });
  const { url } = server;
  const ask: Target['ask'] = (question, detail) => inTime(server.ask(question, detail));
  /** @throws GateFailed when it has complained or lost anything */
  const end = async () => {
    const mishaps = await ask('mishaps').catch(async (error) => {
      await server.end('SIGKILL');
      throw error;
    });
    const { code } = await server.end('SIGTERM');
    if (mishaps.length > 0 || code !== 0)
      throw new GateFailed(`The server finished with ${code}: ${[...mishaps, server.complaints()].join('\n')}`);
  };
  return { url, ...callsTo(url), ask, end };
}

/** @throws GateFailed when the server's event loop does not come round to it */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = sleep(timeoutMs, undefined, { ref: false }).then((): never => {
    throw new GateFailed(`the event loop is still blocked after ${timeoutMs / 1000} s more`);
  });
  return await Promise.race([answer, late]);
}
