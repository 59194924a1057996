// The whole suite runs once, in a sandbox for each workflow, and three observers judge it: our own validator, Prism in proxy
// mode, through which every answer passes on its way back, and the ledger, of which every testable claim must be proved. Prism
// reads the descriptions and validates with parts of its own, so it does not share a mistake of ours.
//   suite -> front -> simulators
//            front -> Prism -> replay of the very answer -> Prism -> front -> suite
// Requests go straight to the simulators: many are wrong on purpose, and Prism would mend or refuse them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../steps.mjs';
import { describedApis } from './described-apis.ts';
import { cli, GateFailed, gate, runNode, startServer, temporaryFolder } from './gate.ts';
import { startFront } from './validator/front.ts';
import { createJudge, type Judge } from './validator/judge.ts';
import { startReplay } from './validator/replay.ts';
import { startPrism } from './validator/start-prism.ts';

const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

/** A description in one file. */
interface Description {
  readonly file: string;
  readonly document: {
    readonly paths: Readonly<Record<string, object>>;
    readonly 'x-trailing-slash'?: string;
  };
}

await gate('suite and validators', 400, async () => {
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
  const { code, said } = await runNode([cli, 'coverage', '--target', front.url]);
  const { answers, outside, violations } = judge.report;
  if (violations.length > 0) throw new GateFailed(violations.join('\n'));
  if (code !== 0) throw new GateFailed(`The suite fails, or does not prove every testable claim:\n${said}`);
  if (server.complaints() !== '') throw new GateFailed(server.complaints());
  return `Prism finds nothing wrong in ${answers} answers (${outside} more are no operation's); ${provedOf(said)}`;
});

/** A validator that finds nothing may be asleep: for each API, an undocumented status and a wrong media type must be found. */
async function proveVigilance(judge: Judge, descriptions: readonly Description[]): Promise<void> {
  for (const { document } of descriptions) {
    const [path = '/', operations = {}] = Object.entries(document.paths).find(([one]) => !one.includes('{')) ?? [];
    const [method = 'get'] = Object.keys(operations);
    for (const [status, mediaType] of [
      [418, 'application/json'],
      [200, 'text/none'],
    ] as const) {
      const answer = { status, headers: { 'content-type': mediaType }, body: '{}' };
      const found = await judge.violationsOf({ method: method.toUpperCase(), path }, answer);
      if (found.length === 0) throw new GateFailed(`Prism lets ${method} ${path} pass with ${status} ${mediaType}.`);
    }
  }
}

/** What the last lines of the coverage say. */
function provedOf(said: string): string {
  return /^\d+ of \d+ testable claims proved/m.exec(said)?.[0] ?? 'no claim is counted';
}

/** One JSON file for each description, with nothing outside it. */
async function bundleDescriptions(folder: string): Promise<Description[]> {
  const apis = await describedApis();
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
