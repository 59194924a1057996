// A server of the built command line in a process of its own that can be asked about event loop and memory.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { cli, GateFailed } from '../../scripts/gates/gate.ts';
import { root } from '../../scripts/steps.mjs';

const observe = new URL('./observe.mjs', import.meta.url).href;

/**
 * Starts `understudy start`; resolves when it is ready. `nodeOptions` go to Node, `env` to its environment.
 */
export async function startObserved(args, { nodeOptions = [], env = {} } = {}) {
  const node = ['--import', observe, ...nodeOptions];
  const child = spawn(process.execPath, [...node, cli, 'start', '--json', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const complaints = [];
  child.stderr.setEncoding('utf8').on('data', (text) => complaints.push(text));
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  const line = await Promise.race([
    new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then(({ code, signal }) => {
      throw new GateFailed(`The server ended with ${code ?? signal}: ${complaints.join('')}\nRun: npm run build`);
    }),
  ]);

  const waiting = new Map();
  let lastId = 0;
  child.on('message', ({ id, answer }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  return {
    url: JSON.parse(line).url,
    /** Asks what `observe.mjs` can answer. */
    ask: (question, detail) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        child.send({ id: lastId, question, detail }, (error) => error && reject(error));
        ended.then(() => reject(new GateFailed(`The server has ended: ${complaints.join('')}`)));
      }),
    complaints: () => complaints.join(''),
    ended,
    /** Ends it; resolves with its exit code or signal. */
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
