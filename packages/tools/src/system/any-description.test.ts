// Serves published descriptions unchanged and calls one of them with a public client. Needs the npm registry.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateFailed, mustRun, mustRunCli, npmInstall, startServer, temporaryFolder } from '../gate.ts';
import { processorTime, residentBytes } from '../processor-time.ts';
import { prove } from '../testing/prove.ts';

const packages = {
  '@octokit/openapi': '23.0.2',
  '@octokit/rest': '22.0.1',
  '@blockfrost/openapi': '0.1.93',
  '@directus/specs': '15.2.0',
  '@readme/oas-examples': '8.2.2',
};

const large = '@octokit/openapi/generated/api.github.com.json';

/** Other styles: read-only YAML, a backend with list envelopes, small ones of every version. */
const others = [
  '@blockfrost/openapi/openapi.yaml',
  '@directus/specs/dist/openapi.json',
  '@readme/oas-examples/2.0/json/petstore.json',
  '@readme/oas-examples/3.0/json/star-trek.json',
  '@readme/oas-examples/3.1/json/petstore.json',
];

/** Seconds of processor time until it listens, and MB that it has then. */
const bars = { seconds: 3, megabytes: 250 };

const client = `
import { deepEqual, equal } from 'node:assert/strict';
import { Octokit } from '@octokit/rest';

const { rest, paginate } = new Octokit({ baseUrl: process.argv[2], auth: 'any' });
const repo = { owner: 'octo', repo: 'things' };
const made = await rest.issues.create({ ...repo, title: 'It is broken', body: 'Always', labels: ['bug'] });
const { number } = made.data;
equal(made.status, 201);
for (let more = 0; more < 4; more += 1) await rest.issues.create({ ...repo, title: 'More ' + more });
equal((await rest.issues.get({ ...repo, issue_number: number })).data.title, 'It is broken');
equal((await rest.issues.listForRepo(repo)).data.length, 5);
equal((await paginate(rest.issues.listForRepo, { ...repo, per_page: 2 })).length, 5);
deepEqual((await rest.issues.listForRepo({ ...repo, labels: 'bug' })).data.map((issue) => issue.number), [number]);
await rest.issues.update({ ...repo, issue_number: number, state: 'closed', title: 'It was broken' });
await rest.issues.lock({ ...repo, issue_number: number });
equal((await rest.issues.get({ ...repo, issue_number: number })).data.state, 'closed');
equal((await rest.issues.listForRepo({ ...repo, state: 'open' })).data.length, 4);
equal((await rest.issues.listForRepo({ ...repo, state: 'all' })).data.length, 5);
await rest.issues.createLabel({ ...repo, name: 'bug', color: 'ff0000' });
await rest.issues.updateLabel({ ...repo, name: 'bug', new_name: 'defect', description: 'It is wrong' });
deepEqual((await rest.issues.listLabelsForRepo(repo)).data.map(({ name, color, description }) => [name, color, description]), [['defect', 'ff0000', 'It is wrong']]);
await rest.issues.deleteLabel({ ...repo, name: 'defect' });
const gone = await rest.issues.getLabel({ ...repo, name: 'defect' }).catch((error) => error);
equal(gone.status, 404);
equal((await rest.issues.listLabelsForRepo(repo)).data.length, 0);
console.log('its client has worked');
`;

prove('serves public descriptions to their own clients', { seconds: 1800 }, async () => {
  const folder = temporaryFolder('descriptions');
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  await npmInstall(folder, '--prefix', folder, ...names);
  const at = (file: string) => join(folder, 'node_modules', file);
  const classified = jsonIn(await mustRunCli('explain', at(large), '--json'));
  const kinds = new Set(['list', 'create', 'read', 'replace', 'update', 'delete', 'act', 'answer']);
  const unclear = classified.operations.filter(
    ({ does, why }: { does: string; why: string }) => !kinds.has(does) || !why,
  );
  if (unclear.length > 0) throw new GateFailed(`${unclear.length} operations are not explained`);
  const cost = await useClient(at(large), folder);
  const counts: string[] = [];
  for (const file of [large, ...others]) {
    const said = await mustRunCli('fuzz', at(file), '--requests', '20', '--json');
    const { requests, operations } = jsonIn(said);
    counts.push(`${requests} to ${operations}`);
  }
  return `${classified.operations.length} operations explained; ${cost}; generated requests: ${counts.join(', ')}`;
});

/** Returns the JSON of an output that begins with lines about progress. */
function jsonIn(said: string) {
  return JSON.parse(said.slice(said.indexOf('{')));
}

/** Starts the large one, and lets its public client work with it unchanged. */
async function useClient(file: string, folder: string): Promise<string> {
  const server = await startServer(file, '--seed', 'empty');
  const seconds = processorTime(server.pid) / 1e6;
  const megabytes = Math.round(residentBytes(server.pid) / 1024 / 1024);
  writeFileSync(join(folder, 'client.mjs'), client);
  const said = await mustRun([join(folder, 'client.mjs'), server.url], { cwd: folder });
  if (server.complaints().includes('defect')) throw new GateFailed(server.complaints());
  await server.stop();
  if (seconds > bars.seconds || megabytes > bars.megabytes) {
    throw new GateFailed(
      `It listens after ${seconds} s with ${megabytes} MB; at most ${bars.seconds} s and ${bars.megabytes} MB`,
    );
  }
  return `listens after ${seconds} s of processor time with ${megabytes} MB; ${said.trim()}`;
}
