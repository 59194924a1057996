// A server of the built packages for a gate, in a process of its own, stopped whatever happens.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../steps.mjs';

const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');

/** Starts `understudy start` on a free port; resolves with its URL once it is ready. */
export async function startServer(...options) {
  const child = spawn(process.execPath, [cli, 'start', '--port', '0', '--json', '--seed', 'empty', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).split('\n', 1)[0]));
    child.once('exit', () => reject(new Error(`The server did not start:\n${complaints}`)));
  });
  return {
    url: JSON.parse(line).url,
    pid: child.pid,
    /** What it has written to standard error: defects of ours. */
    complaints: () => complaints,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}

/** Runs a command to its end; resolves with its exit code and all it printed. */
export function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
