import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));

/** What a finished command has printed, and its exit code. */
export interface Finished {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the built command line to its end. */
export async function runCli(...args: string[]): Promise<Finished> {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  return await finished(child);
}

/** Runs the built command line until it has printed something, and then stops it as Ctrl-C does. */
export async function interruptCli(...args: string[]): Promise<Finished> {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.once('data', () => child.kill('SIGINT'));
  return await finished(child);
}

/** A server that runs. */
export interface Started {
  /** The first line that it has printed. */
  line: string;
  /** Ends it, as Ctrl-C does unless another signal is named. */
  stop(signal?: NodeJS.Signals): Promise<Finished>;
}

/** Starts a server and waits for its first line. */
export async function startCli(...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [bin, 'start', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const end = finished(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).split('\n', 1)[0] ?? ''));
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

async function finished(child: ChildProcess): Promise<Finished> {
  const result: Finished = { code: null, out: '', err: '' };
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
