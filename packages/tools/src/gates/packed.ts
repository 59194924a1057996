// npm run verify: the package as users get it. It is packed, judged by publint and "Are the types wrong?", installed into
// an empty project for each runtime, module system and test runner, and its suite is run from there. Needs the npm registry.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { GateFailed, mustRun, npmInstall, runGate, runNode, temporaryFolder } from '../gate.ts';
import { measureInstallation } from '../package/measure-installation.ts';
import { packageTarball } from '../package/package-tarball.ts';
import { type Project, projects } from './packed-projects.ts';

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });

await runGate('package', 1800, async () => {
  const chosen = projects.filter(({ name }) => values.only.every((word) => name.includes(word)));
  if (chosen.length === 0) throw new GateFailed(`There are: ${projects.map(({ name }) => name).join('; ')}`);
  const tarball = await packageTarball(temporaryFolder('tarball'));
  const wrong: string[] = [];
  if (values.only.length === 0) {
    await npx(['--yes', 'publint@0.3.25', 'run', tarball, '--strict']);
    // `import` gets ESM and `require` gets CommonJS. The vitest hooks exist only as ESM.
    await npx(['--yes', '@arethetypeswrong/cli@0.18.5', tarball]);
    console.log(await sizeOf(tarball));
  }
  for (const project of chosen) {
    const problem = await tried(project, tarball);
    if (problem !== '') wrong.push(`${project.name}:\n${problem}`);
  }
  if (wrong.length > 0) throw new GateFailed(wrong.join('\n\n'));
  return `${chosen.length} projects`;
});

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
  const said = await npx(['api-understudy', 'run'], folder);
  return `${line}\nits suite: ${said.trim().split('\n').at(-1)}`;
}

function npx(args: readonly string[], cwd?: string): Promise<string> {
  return mustRun(args, { command: 'npx', cwd });
}

/** Runs the command of a project. @returns the end of its output if it fails */
async function tried(project: Project, tarball: string): Promise<string> {
  const { folder, seconds } = await installed(tarball, project);
  const since = performance.now();
  const [command, ...args] = project.command;
  const { code, said } = await runNode(args, { command, cwd: folder });
  const took = (performance.now() - since) / 1000;
  const times = `install ${seconds.toFixed(1)} s, tests ${took.toFixed(1)} s`;
  console.log(`${code === 0 ? 'works' : 'FAILS'}     ${project.name}: ${times}`);
  return code === 0 ? '' : said.trim().slice(-1500) || `exit code ${code}`;
}
