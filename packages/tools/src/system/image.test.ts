// Checks the image without a container engine: lints the Dockerfile, installs the package into an empty folder with
// the image's own command, makes it read-only, starts it as an unprivileged user with the image's own commands, waits
// for its health check, and estimates the size from the layers. .github/workflows/image.yml builds and runs the image.
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateFailed, mustRun, npmInstall, temporaryFolder } from '../gate.ts';
import { packageTarball } from '../package/package-tarball.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';

/** Linux only. Only root can change the user. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const token = 'a-token-of-this-gate';
const image = join(root, 'packages', 'understudy', 'image', 'Dockerfile');

/** Bytes of alpine:3.22 for amd64 and of the two C++ libraries, according to their publishers. */
const base = 8.5e6 + 3e6;
const most = 180e6;

prove('starts with the commands of the image in a read-only folder', { seconds: 600 }, async () => {
  const { start, health, install } = commandsOf(readFileSync(image, 'utf8'));
  await must(['npx', '--yes', 'dockerfile-utils@0.16.3', 'lint', image]);
  const folder = temporaryFolder('image');
  const tarball = await packageTarball(temporaryFolder('tarball'));
  // For a processor that most builders do not have; compiled packages are only downloaded.
  const command = `export TARGETARCH=arm64; ${install.replace('/package/api-understudy-*.tgz', tarball)}`;
  await must(['sh', '-c', command], folder);
  // Only the workflow can run it.
  if (!readdirSync(join(folder, 'node_modules', '@libsql')).includes('linux-arm64-musl'))
    throw new GateFailed('The image lacks SQLite for data folders');
  const size = (base + bytesOf(folder) + (await bytesOfNode())) / 1e6;
  if (size * 1e6 > most) throw new GateFailed(`The image would have ${size.toFixed(0)} MB; at most ${most / 1e6}`);
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
    if (server.exitCode !== null) throw new GateFailed(`It finished with ${server.exitCode}:\n${said.join('')}`);
    const [check = '', ...checkArgs] = health;
    execFileSync(check, checkArgs, { cwd: folder, env, ...nobody });
    const steered = await fetch('http://127.0.0.1:4010/_sim/clock', { headers: { authorization: `Bearer ${token}` } });
    if (steered.status !== 200) throw new GateFailed(`The control plane answered ${steered.status} to its token`);
  } finally {
    server.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) throw new GateFailed(`It finished with ${code} when it was told to stop:\n${said.join('')}`);
  execFileSync('chmod', ['-R', 'u+w', folder]);
  return `about ${size.toFixed(0)} MB; starts read-only as ${'uid' in nobody ? 'nobody' : 'this user'}, is healthy, exits on SIGTERM`;
});

async function must([command = '', ...args]: readonly string[], cwd?: string): Promise<void> {
  await mustRun(args, { command, cwd });
}

function bytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Returns the size of Node's executable in the image's version. */
async function bytesOfNode(): Promise<number> {
  const folder = temporaryFolder('node');
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await npmInstall(folder, 'node@22');
  return statSync(join(folder, 'node_modules', 'node', 'bin', 'node')).size;
}

/** Returns the commands of the last stage, and the command that installs the package. */
function commandsOf(dockerfile: string): { start: string[]; health: string[]; install: string } {
  const text = dockerfile.replaceAll(/\\\n\s*/g, ' ');
  const list = (pattern: RegExp): string[] => JSON.parse(text.match(pattern)?.[1] ?? '[]');
  const health = list(/^HEALTHCHECK .* CMD (\[.*\])$/m);
  const start = [...list(/^ENTRYPOINT (\[.*\])$/m), ...list(/^CMD (\[.*\])$/m)];
  const install = text.match(/^RUN (npm install .*)$/m)?.[1] ?? '';
  const floating = [...text.matchAll(/^FROM .*$/gm)].filter(([from]) => !/@sha256:[0-9a-f]{64}( |$)/.test(from));
  if (floating.length > 0) throw new GateFailed(`Not pinned by a digest: ${floating.join(', ')}`);
  if (health.length === 0 || start.length === 0 || install === '')
    throw new GateFailed('The Dockerfile has no HEALTHCHECK, no ENTRYPOINT, or installs nothing');
  return { start, health, install };
}
