// A signal that reaches only the npm of `npm start` or `npm run topology`, as process managers send it, ends the
// processes that it started.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { GateFailed } from '../gate.ts';
import { spawnChild } from '../managed-process.ts';
import { prove } from '../testing/prove.ts';

/** Milliseconds within which the server must be gone. */
const timeoutMs = 10_000;

prove('stops the processes of npm start and npm run topology together with npm', { seconds: 300 }, async () => {
  const server = await endedWith(
    ['start', '--', 'inventory', '--port', '0', '--json', '--seed', 'empty'],
    /^\{".*\}$/m,
  );
  const topology = await endedWith(
    ['run', 'topology', '--', '--servers', '1', '--workers', '1', '--port', '0'],
    /to stop\.$/m,
  );
  return `the server exited ${server} ms after its npm, and a topology with its database after ${topology} ms`;
});

/**
 * Runs a script until it is ready and stops its npm.
 *
 * @returns milliseconds until all its ports and processes were gone
 */
async function endedWith(args: readonly string[], ready: RegExp): Promise<number> {
  const npm = spawnChild('npm', args);
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  const output = await untilReady(npm.stdout, ready);
  npm.kill('SIGTERM');
  await ended;
  const began = performance.now();
  const [ports, pids] = [/127\.0\.0\.1:(\d+)/g, /pid (\d+)/g].map((pattern) =>
    [...output.matchAll(pattern)].map(([, number]) => Number(number)),
  );
  for (;;) {
    const listening = await Promise.all((ports ?? []).map(isListening));
    if (!listening.includes(true) && !(pids ?? []).some(isAlive)) return Math.round(performance.now() - began);
    if (performance.now() - began > timeoutMs)
      throw new GateFailed(`Still running after npm ${args[1]} ended:\n${output}`);
    await sleep(100);
  }
}

/** The build can print before the script does. */
async function untilReady(output: NodeJS.ReadableStream, ready: RegExp): Promise<string> {
  let text = '';
  for await (const part of output) {
    text += String(part);
    if (ready.test(text)) return text;
  }
  throw new GateFailed(`npm ended before it was ready:\n${text}`);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
