import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { expect } from 'vitest';
import { runCommandLine } from '../commands/run-command-line.js';

const bin = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));

export interface FinishedCommand {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command in this process, one at a time. Use `spawnCli` to test the process itself. */
export async function runCli(...args: string[]): Promise<FinishedCommand> {
  return await listenTo(args, () => {});
}

async function listenTo(args: readonly string[], hear: (said: FinishedCommand) => void): Promise<FinishedCommand> {
  const result: FinishedCommand = { code: null, out: '', err: '' };
  const print = (stream: 'out' | 'err', text: string) => {
    result[stream] += text;
    hear(result);
    return true;
  };
  const { exitCode, stdout, stderr } = process;
  const { log, error } = console;
  const [writeOut, writeErr] = [stdout.write, stderr.write];
  process.exitCode = undefined;
  stdout.write = (chunk: unknown) => print('out', String(chunk));
  stderr.write = (chunk: unknown) => print('err', String(chunk));
  console.log = (...parts) => print('out', `${format(...parts)}\n`);
  console.error = (...parts) => print('err', `${format(...parts)}\n`);
  try {
    await runCommandLine(args);
    result.code = Number(process.exitCode ?? 0);
    return result;
  } finally {
    process.exitCode = exitCode;
    Object.assign(stdout, { write: writeOut });
    Object.assign(stderr, { write: writeErr });
    Object.assign(console, { log, error });
  }
}

/** Matches a finished command by exit code and a part of its output. */
export const printed = (says: string | RegExp, code = 0) => ({ code, out: containing(says) });

/** Matches a failed command by a part of its error output and by exit code, by default that of a usage error. */
export const refused = (says: string | RegExp, code = 2) => ({ code, err: containing(says) });

function containing(says: string | RegExp): unknown {
  return typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says);
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts a server in this process and waits for its first line. Use `startCli` to test the process itself. */
export async function startHere(...args: string[]): Promise<Started> {
  return await serveHere('start', ...args);
}

/** Starts a server like `startHere`, on a free port. @returns also its JSON line */
export async function serveJson(...args: string[]) {
  const server = await startHere(...args, '--port', '0', '--json');
  return { ...server, ...JSON.parse(server.line) };
}

/** Starts another serving command, such as `proxy`, in this process and waits for its first line. */
export async function serveHere(...args: string[]): Promise<Started> {
  let hear = (_said: FinishedCommand): void => {};
  const before = endingSignals.map((signal) => [signal, process.listeners(signal)] as const);
  const line = new Promise<string>((resolve) => {
    hear = ({ out }) => out.includes('\n') && resolve(out.split('\n', 1)[0] ?? '');
  });
  const end = listenTo(args, (said) => hear(said));
  const failed = end.then(({ err }) => Promise.reject(new Error(err)));
  failed.catch(() => {});
  return {
    line: await Promise.race([line, failed]),
    stop(signal: NodeJS.Signals = 'SIGINT') {
      // Call only the listeners that the server added.
      for (const [each, others] of before) {
        for (const listener of process.listeners(each).filter((one) => !others.includes(one))) {
          process.off(each, listener);
          if (each === signal) listener(signal);
        }
      }
      return end;
    },
  };
}

/** Starts the built command line in its own process. */
export function spawnBin(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'], ...options });
}

/** Runs the built command line in its own process. */
export async function spawnCli(...args: string[]): Promise<FinishedCommand> {
  return await collectOutput(spawnBin(args));
}

/** Interrupts the built command line after its first output. */
export async function interruptCli(...args: string[]): Promise<FinishedCommand> {
  const child = spawnBin(args);
  child.stdout?.once('data', () => child.kill('SIGINT'));
  return await collectOutput(child);
}

interface Started {
  line: string;
  stop(signal?: NodeJS.Signals): Promise<FinishedCommand>;
}

const servers = new Set<ChildProcess>();

/** Kills servers that a failed test left running. */
export function killLeftServers(): void {
  for (const server of servers) server.kill('SIGKILL');
}

/** Starts a server in its own process and waits for its first line. */
export async function startCli(...args: string[]): Promise<Started> {
  const child = spawnBin(['start', ...args]);
  servers.add(child);
  const end = collectOutput(child).finally(() => servers.delete(child));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk).split('\n', 1)[0] ?? ''));
    void end.then(({ err }) => reject(new Error(err)));
  });
  return {
    line,
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return end;
    },
  };
}

/** Collects the output of a process until it exits. */
export async function collectOutput(child: ChildProcess): Promise<FinishedCommand> {
  const result: FinishedCommand = { code: null, out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    result.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    result.err += chunk;
  });
  await once(child, 'close');
  result.code = child.exitCode;
  return result;
}
