// npm run verify: what the image does, as far as it can be seen without a container: the package is installed into an empty
// folder without development tools, made read-only, and the Dockerfile's own commands start it as a user without rights and
// find it healthy. Size of the layers and the base image are the container tool's to show.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageTarball } from '../package/package-tarball.ts';
import { root } from '../steps.mjs';
import { GateFailed, gate, temporaryFolder } from './gate.ts';

/** On Linux; only root can become somebody else. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const token = 'a-token-of-this-gate';

await gate('image', 600, async () => {
  const { start, health } = commandsOf(
    readFileSync(join(root, 'packages', 'understudy', 'image', 'Dockerfile'), 'utf8'),
  );
  const folder = temporaryFolder('image');
  const tarball = await packageTarball(temporaryFolder('tarball'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', '--no-audit', '--no-fund', '--omit=dev', '--prefer-offline', '--loglevel=error', tarball];
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('chmod', ['-R', 'a-w,a+rX', folder]);
  const [program = '', ...args] = start;
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production', UNDERSTUDY_CONTROL_TOKEN: token };
  const server = spawn(program, [...args, '--json'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...nobody,
  });
  const said: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text) => said.push(text));
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve));
  try {
    await Promise.race([new Promise((resolve) => server.stdout.once('data', resolve)), ended]);
    if (server.exitCode !== null) throw new GateFailed(`It ended with ${server.exitCode}:\n${said.join('')}`);
    const [check = '', ...checkArgs] = health;
    execFileSync(check, checkArgs, { cwd: folder, env, ...nobody });
    const steered = await fetch('http://127.0.0.1:4010/_sim/clock', { headers: { authorization: `Bearer ${token}` } });
    if (steered.status !== 200) throw new GateFailed(`The control plane answered ${steered.status} to its token`);
  } finally {
    server.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) throw new GateFailed(`It ended with ${code} when it was told to stop:\n${said.join('')}`);
  execFileSync('chmod', ['-R', 'u+w', folder]);
  return `starts read-only as ${'uid' in nobody ? 'nobody' : 'this user'}, is healthy, ends on SIGTERM`;
});

/** The commands of the last stage. */
function commandsOf(dockerfile: string): { start: string[]; health: string[] } {
  const text = dockerfile.replaceAll(/\\\n\s*/g, ' ');
  const list = (pattern: RegExp): string[] => JSON.parse(text.match(pattern)?.[1] ?? '[]');
  const health = list(/^HEALTHCHECK .* CMD (\[.*\])$/m);
  const start = [...list(/^ENTRYPOINT (\[.*\])$/m), ...list(/^CMD (\[.*\])$/m)];
  if (health.length === 0 || start.length === 0)
    throw new GateFailed('The Dockerfile has no HEALTHCHECK or no ENTRYPOINT');
  return { start, health };
}
