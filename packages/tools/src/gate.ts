// Shared by gates, trials and benchmarks.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManagedProcess, spawnChild } from './managed-process.ts';
import { root } from './steps.mjs';

/** A server process started through the command line. */
export interface Server {
  readonly url: string;
  /** The bound address, which can differ from the public URL. */
  readonly listening: string;
  readonly pid: number;
  /** Returns the standard error output so far. */
  complaints(): string;
  stop(): Promise<void>;
}

/** The built command line. */
export const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');

/** A failed check. The error is printed without a stack trace. */
export class GateFailed extends Error {}

/**
 * Reports a part of a gate that was skipped, because its tools are missing on this machine.
 *
 * @throws GateFailed in CI, where all tools must be installed
 */
export function notTried(part: string): string {
  const sentence = `skipped, because this machine lacks the tools: ${part}`;
  if (process.env['CI'] !== undefined) throw new GateFailed(sentence);
  return sentence;
}

const folders = new Set<string>();
for (const end of ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(end, () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
}

/**
 * Runs a gate and exits with 0 or 1.
 *
 * @param limitSeconds time limit of the gate
 * @param check resolves with the result as a sentence
 */
export async function runGate(name: string, limitSeconds: number, check: () => Promise<string>): Promise<never> {
  const limit = setTimeout(() => {
    console.error(`${name}: FAILED: not finished after ${limitSeconds} s`);
    process.exit(1);
  }, limitSeconds * 1000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
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

/** Creates a folder that is deleted when this process exits. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  folders.add(folder);
  return folder;
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Node by default. */
  readonly command?: string;
  /** The root by default. */
  readonly cwd?: string | undefined;
}

/** Runs a program until it exits. @returns its exit code and all output */
export function runNode(
  args: readonly string[],
  { env = {}, command = process.execPath, cwd = root }: RunOptions = {},
): Promise<{ code: number; said: string }> {
  const child = spawnChild(command, args, { env, cwd });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, said: said.join('') }));
  });
}

/** Runs a program that must exit with 0. @returns its output @throws GateFailed with the end of its output */
export async function mustRun(args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, said } = await runNode(args, options);
  if (code === 0) return said;
  throw new GateFailed(`${options.command ?? 'node'} ${args.join(' ')} exited with ${code}:\n${said.slice(-6000)}`);
}

/** Installs packages into a folder with npm, from its cache if possible. */
export function npmInstall(cwd: string, ...args: string[]): Promise<string> {
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  return mustRun(['install', ...quietly, ...args], { command: 'npm', cwd });
}

/** Runs the command line, which must exit with 0. */
export function mustRunCli(...args: string[]): Promise<string> {
  return mustRun([cli, ...args]);
}

/** Starts `understudy start` on a free port and waits until it listens. */
export function startServer(...args: string[]): Promise<Server> {
  return startServerWith({}, ...args);
}

interface StartOptions {
  /** Default: `start`. */
  readonly command?: 'start' | 'proxy';
  readonly nodeOptions?: readonly string[];
  /** A command that runs Node, such as a profiler. */
  readonly wrapper?: readonly string[];
  /** Default: the built command line. */
  readonly program?: string;
}

/** Starts a server as {@link startServer} does. */
export async function startServerWith(options: StartOptions, ...args: string[]): Promise<Server> {
  const { nodeOptions = [], wrapper = [], program = cli, command: asked = 'start' } = options;
  const line = [...wrapper, process.execPath, ...nodeOptions, program, asked, '--port', '0', '--json', ...args];
  const [command = process.execPath, ...rest] = line;
  const server = new ManagedProcess('The server', rest, { command });
  const { url, listening = url }: { url: string; listening?: string } = JSON.parse(await server.start());
  const { pid = 0 } = server;
  return {
    url,
    listening,
    pid,
    complaints: () => server.complaints,
    stop: async () => void (await server.end('SIGTERM')),
  };
}

/** Calls `work` for each item, `width` at a time. @returns the results in the order of the items */
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
