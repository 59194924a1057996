// Independent validator: the whole suite runs, and every answer passes through Prism in proxy mode on its way back. Prism
// reads the descriptions and validates with parts of its own, so it does not share a mistake of ours.
//   suite -> front -> simulators
//            front -> Prism -> replay of the very answer -> Prism -> front -> suite
// Requests go straight to the simulators: many are wrong on purpose, and Prism would mend or refuse them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../steps.mjs';
import { cli, GateFailed, gate, runNode, startServer, temporaryFolder } from './gate.mjs';
import { startFront } from './validator/front.mjs';
import { createJudge } from './validator/judge.mjs';
import { startReplay } from './validator/replay.mjs';
import { startPrism } from './validator/start-prism.mjs';

const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

await gate('independent validator', 400, async () => {
  const replay = await startReplay();
  const descriptions = await bundleDescriptions(temporaryFolder('prism'));
  const validators = await Promise.all(
    descriptions.map(async ({ file, document }) => ({
      url: await startPrism(file, replay.url),
      paths: Object.keys(document.paths),
      optionalSlash: document['x-trailing-slash'] === 'optional',
    })),
  );
  const judge = createJudge(replay, validators);
  await proveVigilance(judge, descriptions);
  const front = await startFront(judge);
  // Links in answers must lead through the front as well.
  const server = await startServer('--seed', 'empty', '--public-url', front.url);
  front.connect(server.listening);
  const { code, said } = await runNode([cli, 'run', '--target', front.url]);
  const { answers, outside, violations } = judge.report;
  if (violations.length > 0) throw new GateFailed(violations.join('\n'));
  if (code !== 0) throw new GateFailed(`The suite itself fails behind the front:\n${said}`);
  if (server.complaints() !== '') throw new GateFailed(server.complaints());
  return `Prism finds nothing wrong in ${answers} answers (${outside} more are no operation's); ${lastLine(said)}`;
});

/** A validator that finds nothing may be asleep: for each API, an undocumented status and a wrong media type must be found. */
async function proveVigilance(judge, descriptions) {
  for (const { document } of descriptions) {
    const [path, operations] = Object.entries(document.paths).find(([template]) => !template.includes('{'));
    const [method] = Object.keys(operations);
    for (const [status, mediaType] of [
      [418, 'application/json'],
      [200, 'text/none'],
    ]) {
      const answer = { status, headers: { 'content-type': mediaType }, body: '{}' };
      const found = await judge.violationsOf({ method: method.toUpperCase(), path }, answer);
      if (found.length === 0) throw new GateFailed(`Prism lets ${method} ${path} pass with ${status} ${mediaType}.`);
    }
  }
}

function lastLine(text) {
  return text.trimEnd().split('\n').at(-1);
}

/** One JSON file for each description, with nothing outside it. */
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
  return await Promise.all(
    apis.map(async (api) => {
      const file = join(folder, `${api}.json`);
      return { file, document: JSON.parse(await readFile(file, 'utf8')) };
    }),
  );
}
