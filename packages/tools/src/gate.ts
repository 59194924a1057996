// What every gate shares, and the bench with them: one line when it passes, what is wrong when it does not, and no process
// or file left behind.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { root } from './steps.mjs';

/** A process whose output is read. */
export type Child = ChildProcessByStdio<null, Readable, Readable>;

/** A server that was started by its command line. */
export interface Server {
  readonly url: string;
  /** The address it is bound to, where a public one hides that. */
  readonly listening: string;
  readonly pid: number;
  /** What it has written to standard error so far. */
  complaints(): string;
  stop(): Promise<void>;
}

/** The built command line. */
export const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');

/** Disagreements that a gate has found: told as they stand, without a stack. */
export class GateFailed extends Error {}

/**
 * Reports a part of a gate that this machine has no tools for.
 *
 * @throws GateFailed in CI, where nobody would see it
 */
export function notTried(part: string): string {
  const sentence = `not tried, because this machine has no tools for it: ${part}`;
  if (process.env['CI'] !== undefined) throw new GateFailed(sentence);
  return sentence;
}

const children = new Set<Child>();
const folders = new Set<string>();
process.once('exit', leaveNothing);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

/**
 * Runs a gate. `check` resolves with the sentence that says what was shown, or throws; after `limitSeconds` it has
 * failed. The process ends here, with code 0 or 1, and so does every process that was started.
 */
export async function gate(name: string, limitSeconds: number, check: () => Promise<string>): Promise<never> {
  const limit = setTimeout(() => {
    console.error(`${name}: FAILED: not finished after ${limitSeconds} s`);
    process.exit(1);
  }, limitSeconds * 1000);
  const started = performance.now();
  try {
    const sentence = await check();
    console.log(`${name}: ${sentence} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    process.exitCode = 0;
  } catch (error) {
    console.error(error instanceof GateFailed ? error.message : error);
    console.error(`${name}: FAILED`);
    process.exitCode = 1;
  }
  clearTimeout(limit);
  process.exit();
}

/** A folder of its own for files, which goes with the gate. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  folders.add(folder);
  return folder;
}

/** Runs a Node program, in the root by default, to its end; resolves with its exit code and all that it said. */
export function runNode(
  args: readonly string[],
  {
    env = {},
    command = process.execPath,
    cwd = root,
  }: { env?: NodeJS.ProcessEnv; command?: string; cwd?: string } = {},
): Promise<{ code: number; said: string }> {
  const child = spawnChild(command, args, env, cwd);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, said: said.join('') }));
  });
}

/** Starts `understudy start` on a free port; resolves once it listens. */
export function startServer(...args: string[]): Promise<Server> {
  return startServerBy([], ...args);
}

/** Likewise, with options for Node before the program. */
export function startServerBy(nodeOptions: readonly string[], ...args: string[]): Promise<Server> {
  return serverOf(spawnChild(process.execPath, [...nodeOptions, cli, 'start', '--port', '0', '--json', ...args]));
}

/** The server that a process of `understudy start --json` is, once it listens. */
export async function serverOf(child: Child): Promise<Server> {
  const complaints: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new GateFailed(`The server ended with code ${code}:\n${complaints.join('')}\nRun: npm run build`)),
    );
  });
  ended.catch(() => undefined);
  const firstLine = new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const told: { url: string; listening?: string } = JSON.parse(await Promise.race([firstLine, ended]));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exit;
  };
  const { url, listening = url } = told;
  return { url, listening, pid: child.pid ?? 0, complaints: () => complaints.join(''), stop };
}

/** Starts a process in a group of its own, which ends with the gate. */
export function spawnChild(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): Child {
  const child = spawn(command, args, {
    cwd,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DO_NOT_TRACK: '1', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1', ...env },
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

function leaveNothing(): void {
  for (const child of children) {
    try {
      if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Calls `work` on every item, `width` at a time, in order of appearance; resolves with the results in that order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()].values();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
