// The modules for Testcontainers, for Node and for Java. Without a container engine, their tests talk to a stand-in for
// Docker's HTTP interface, which runs each container as a process of the command line. .github/workflows/image.yml runs
// the same tests with the image.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { GateFailed, mustRun, notTried, npmInstall, runNode, temporaryFolder } from '../gate.ts';
import { packageTarball } from '../package/package-tarball.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';
import { startDockerStandIn } from './testing/docker-stand-in.ts';

prove('passes the tests of the modules for Testcontainers', { seconds: 900 }, async () => {
  const docker = await startDockerStandIn();
  const env = { DOCKER_HOST: docker.url, TESTCONTAINERS_RYUK_DISABLED: 'true', TESTCONTAINERS_CHECKS_DISABLE: 'true' };
  const run = (command: string, args: readonly string[], cwd: string) => mustRun(args, { command, cwd, env });
  const folder = temporaryFolder('containers');
  cpSync(join(root, 'packages', 'examples', 'containers'), folder, { recursive: true });
  const tarball = await packageTarball(temporaryFolder('tarball'));
  await npmInstall(folder, '--ignore-scripts', tarball);
  await run('npm', ['test'], folder);
  const hasMaven = await runNode(['--version'], { command: 'mvn' }).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (hasMaven) await run('mvn', ['-q', '-B', 'test'], join(root, 'packages', 'examples', 'containers-java'));
  if (docker.unknown.length > 0) throw new GateFailed(`Unknown calls:\n${docker.unknown.join('\n')}`);
  if (docker.running() > 0) throw new GateFailed(`${docker.running()} containers were not stopped`);
  return hasMaven ? 'Node and Java passed' : `Node passed; ${notTried('Java')}`;
});
