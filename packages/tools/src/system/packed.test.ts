// npm run verify: the package as users get it. It is packed, judged by publint and "Are the types wrong?", installed into
// an empty project for each runtime, module system and test runner, and its suite is run from there. Needs the npm registry.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll } from 'vitest';
import { mustRun, npmInstall, temporaryFolder } from '../gate.ts';
import { measureInstallation } from '../package/measure-installation.ts';
import { packageTarball } from '../package/package-tarball.ts';
import { prove } from '../testing/prove.ts';
import { type Project, projects } from './testing/packed-projects.ts';

let tarball = '';

beforeAll(async () => {
  tarball = await packageTarball(temporaryFolder('tarball'));
}, 600_000);

prove('satisfies publint and Are the types wrong, and is small', { seconds: 900 }, async () => {
  await npx(['--yes', 'publint@0.3.25', 'run', tarball, '--strict']);
  // `import` gets ESM and `require` gets CommonJS. The vitest hooks exist only as ESM.
  await npx(['--yes', '@arethetypeswrong/cli@0.18.5', tarball]);
  return await sizeOf(tarball);
});

for (const project of projects) {
  prove(`works in an empty project: ${project.name}`, { seconds: 600 }, async () => {
    const { folder, seconds } = await installed(tarball, project);
    const since = performance.now();
    const [command, ...args] = project.command;
    await mustRun(args, { command, cwd: folder });
    const took = (performance.now() - since) / 1000;
    return `${project.name}: install ${seconds.toFixed(1)} s, tests ${took.toFixed(1)} s`;
  });
}

/** Creates a project with the package. @returns its folder and the seconds that took */
async function installed(tarball: string, { installs = [], manifest = {}, files = {} }: Partial<Project>) {
  const folder = temporaryFolder('project');
  const all = { 'package.json': JSON.stringify({ private: true, ...manifest }), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const since = performance.now();
  await npmInstall(folder, tarball, ...installs);
  return { folder, seconds: (performance.now() - since) / 1000 };
}

/**
 * Size and installation time of the package. Its suite runs from there too.
 *
 * @throws GateFailed beyond the limits
 */
async function sizeOf(tarball: string): Promise<string> {
  const { folder, seconds } = await installed(tarball, {});
  const line = `installed: ${measureInstallation(folder)}, ${seconds.toFixed(1)} s`;
  const said = await npx(['api-understudy', 'test', 'run'], folder);
  return `${line}\nits suite: ${said.trim().split('\n').at(-1)}`;
}

function npx(args: readonly string[], cwd?: string): Promise<string> {
  return mustRun(args, { command: 'npx', cwd });
}
