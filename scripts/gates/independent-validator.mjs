// Independent validator: the whole suite runs, and every answer passes through Prism in proxy mode on its way back. Prism
// reads the descriptions and validates with parts of its own, so it does not share a mistake of ours.
//   suite -> front -> simulators
//            front -> Prism -> replay of the very answer -> Prism -> front -> suite
// Requests go straight to the simulators: many are wrong on purpose, and Prism would mend or refuse them.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../steps.mjs';
import { cli, GateFailed, gate, runNode, startServer } from './gate.mjs';
import { startFront } from './validator/front.mjs';
import { startReplay } from './validator/replay.mjs';
import { startPrism } from './validator/start-prism.mjs';

const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

await gate('independent validator', 120, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'));
  try {
    const apis = await bundleDescriptions(folder);
    const replay = await startReplay();
    const prisms = await Promise.all(apis.map((api) => startPrism(join(folder, `${api}.json`), replay.url)));
    const front = await startFront({ replay, validators: new Map(apis.map((api, index) => [api, prisms[index]])) });
    const server = await startServer('--seed', 'empty', '--public-url', front.url);
    front.connect(server.url);
    const { code, said } = await runNode([cli, 'run', '--target', front.url]);
    const { answers, outside, violations } = await front.settled();
    if (violations.length > 0) throw new GateFailed(violations.join('\n'));
    if (code !== 0) throw new GateFailed(`The suite itself fails behind the proxy:\n${said}`);
    if (server.complaints() !== '') throw new GateFailed(server.complaints());
    const summary = said.trimEnd().split('\n').at(-1);
    return `Prism finds ${answers} answers valid, ${outside} lie outside every operation; ${summary}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** One JSON file for each description, with nothing outside it; resolves with their names. */
async function bundleDescriptions(folder) {
  const folders = await readdir(join(root, 'specs'));
  const files = await Promise.all(folders.map((name) => readdir(join(root, 'specs', name)).catch(() => [])));
  const apis = folders.filter((_name, index) => files[index].includes('openapi.yaml'));
  const results = await Promise.all(
    apis.map((api) =>
      runNode([redocly, 'bundle', `specs/${api}/openapi.yaml`, '--output', join(folder, `${api}.json`)]),
    ),
  );
  const failed = results.find(({ code }) => code !== 0);
  if (failed !== undefined) throw new GateFailed(failed.said);
  return apis;
}
