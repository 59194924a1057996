// A signal that reaches the npm of `npm start` alone, as a process manager sends it, ends the server as well.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { GateFailed, gate, spawnChild } from './gate.ts';

/** Milliseconds within which the server must be gone. */
const patience = 10_000;

await gate('npm start', 300, async () => {
  const npm = spawnChild('npm', ['start', '--', 'inventory', '--port', '0', '--json', '--seed', 'empty']);
  const url = await addressOf(npm.stdout);
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  npm.kill('SIGTERM');
  await ended;
  const began = performance.now();
  while (await answers(url)) {
    if (performance.now() - began > patience) throw new GateFailed(`${url} still answers after npm start was ended`);
    await sleep(100);
  }
  return `its server ended ${Math.round(performance.now() - began)} ms after npm`;
});

/** The build may speak before the server does. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    if (line.startsWith('{"')) return String(JSON.parse(line).url);
  }
  throw new GateFailed('npm start ended before it served anything');
}

async function answers(url: string): Promise<boolean> {
  return await fetch(`${url}/_sim`).then(
    () => true,
    () => false,
  );
}
