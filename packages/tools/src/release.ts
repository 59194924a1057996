// npm run release -- --dry-run: performs all steps of a release except publishing. It checks the changelog and the API
// report, packs with licences, installs the package into an empty project, measures it and writes an SBOM into
// reports/release. Pushing the tag v<version> publishes the package: see .github/workflows/release.yml.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateFailed, mustRun, npmInstall, runGate, runNode, temporaryFolder } from './gate.ts';
import { measureInstallation } from './package/measure-installation.ts';
import { packageTarball } from './package/package-tarball.ts';
import { root } from './steps.mjs';

const understudy = join(root, 'packages', 'understudy');
const { version }: { version: string } = JSON.parse(readFileSync(join(understudy, 'package.json'), 'utf8'));
const folder = join(root, 'reports', 'release');

await runGate('release', 1800, async () => {
  if (!process.argv.includes('--dry-run'))
    throw new GateFailed('Only --dry-run is possible here. To publish, push the tag of the version');
  const report = (step: string, line: string) => console.log(`ok  ${step.padEnd(12)} ${line}`);
  if (!readFileSync(join(understudy, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}\n`))
    throw new GateFailed(`CHANGELOG.md has no section ${version}. Run: npm run change version`);
  report('changelog', version);
  await mustRun(['--import', 'tsx', join(root, 'packages/tools/src/generate/api-report.ts')]);
  report('API report', 'is current');
  mkdirSync(folder, { recursive: true });
  const tarball = await packageTarball(folder);
  report('package', `${tarball}, all licences accepted`);
  const project = temporaryFolder('release');
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "version": "1.0.0", "private": true }');
  await npmInstall(project, tarball);
  report('installed', measureInstallation(project));
  const printed = await mustRun(['api-understudy', '--version'], { command: 'npx', cwd: project });
  if (!printed.includes(version)) throw new GateFailed(`The installed package prints version ${printed}`);
  report('runs', version);
  const listing = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--loglevel=error'];
  const sbom = (await mustRun(listing, { command: 'npm', cwd: project })).replace(/^[^{]*/, '');
  const { bomFormat, components }: { bomFormat: string; components: readonly { name: string }[] } = JSON.parse(sbom);
  if (bomFormat !== 'CycloneDX' || !components.some(({ name }) => name === 'api-understudy'))
    throw new GateFailed('The SBOM does not list api-understudy');
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom);
  report('SBOM', `${components.length} components in ${join(folder, 'sbom.cdx.json')}`);
  const audit = await runNode(['audit', '--omit=dev', '--json'], { command: 'npm', cwd: project });
  const { metadata }: { metadata?: { vulnerabilities: { total: number } } } = JSON.parse(
    /\{[\s\S]*\}/.exec(audit.said)?.[0] ?? '{}',
  );
  if (metadata === undefined) console.log('--  audit        not tried: the registry has no data');
  else if (metadata.vulnerabilities.total > 0) throw new GateFailed(audit.said);
  else report('audit', 'no known vulnerability');
  return `${version} can be published`;
});
