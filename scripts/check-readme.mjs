// Runs the examples of README.md: every bash block that follows the comment <!-- run -->, in order, in one shell, against a
// server on a free port. Built packages are needed: run `npm run build` first on a fresh clone.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './steps.mjs';

const documented = 'http://127.0.0.1:4010';
const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');
const limitSeconds = 120;

/**
 * The runnable lines at their own places, every other line empty: what the shell says of line 7 is about line 7 of the
 * README. `blocks` are the lines where the blocks begin.
 */
function runnableLines(text) {
  let marked = false;
  let running = false;
  const blocks = [];
  const lines = text.split('\n').map((line, index) => {
    if (running && line === '```') running = false;
    else if (running) return line;
    else if (marked && line === '```bash') {
      running = true;
      blocks.push(index + 1);
    }
    marked = line === '<!-- run -->' || (marked && line === '');
    return '';
  });
  return { lines, blocks };
}

/** Starts a server; resolves with its address and what stops it. */
async function startServer() {
  const child = spawn(process.execPath, [cli, 'start', '--port', '0', '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => {
    if (child.exitCode !== null || child.signalCode !== null) return undefined;
    child.kill('SIGTERM');
    return new Promise((resolve) => child.once('exit', resolve));
  };
  const ended = new Promise((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}. Run: npm run build`)));
  });
  ended.catch(() => undefined);
  const firstLine = new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const { url } = JSON.parse(await Promise.race([firstLine, ended]));
  return { url, stop };
}

/** Runs a script file in bash until it ends or `signal` aborts; resolves with its exit code and all that it said. */
function runBash(file, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-E', '-euo', 'pipefail', file], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = [];
    // The whole group: bash, and whatever it is waiting for.
    signal.addEventListener('abort', () => process.kill(-child.pid, 'SIGKILL'), { once: true });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => said.push(text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, said: said.join('') }));
  });
}

/** The line of the README that failed, and the block it stands in. */
function placeOf(said, blocks) {
  const line = Number(/README\.md:(\d+): failed:/.exec(said)?.[1] ?? /\bREADME: line (\d+):/.exec(said)?.[1]);
  const block = blocks.findLast((start) => start <= line);
  return block === undefined ? 'README.md' : `README.md:${line}, in the block that begins at line ${block}`;
}

async function main() {
  const { lines, blocks } = runnableLines(await readFile(join(root, 'README.md'), 'utf8'));
  if (blocks.length === 0) throw new Error('README.md has no bash block after a comment <!-- run -->.');
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort());
  const limit = AbortSignal.timeout(limitSeconds * 1000);
  const { url, stop } = await startServer();
  const folder = await mkdtemp(join(tmpdir(), 'readme-'));
  try {
    const script = lines.map((line) => line.replaceAll(documented, url));
    // Line 1 of the README is its title, so there is room for what tells the place of a failure.
    script[0] = `trap '{ echo; echo "README.md:$LINENO: failed: $BASH_COMMAND"; } >&2' ERR`;
    await writeFile(join(folder, 'README'), `${script.join('\n')}\n`);
    const { code, said } = await runBash(join(folder, 'README'), AbortSignal.any([interrupted.signal, limit]));
    if (code === 0) {
      console.log(`README.md: ${blocks.length} blocks ran.`);
      return;
    }
    console.error(said);
    if (interrupted.signal.aborted) console.error('Stopped.');
    else if (limit.aborted) console.error(`FAILED: README.md took more than ${limitSeconds} seconds.`);
    else console.error(`FAILED: ${placeOf(said, blocks)}`);
    process.exitCode = interrupted.signal.aborted ? 130 : 1;
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
