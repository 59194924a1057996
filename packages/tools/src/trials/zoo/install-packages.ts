import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GateFailed, runNode } from '../../gate.ts';

const source = fileURLToPath(new URL('packages/', import.meta.url));

/**
 * Installs the official clients and the descriptions into a cache folder outside the repository, as pinned by
 * `packages/package-lock.json`. Does nothing if this version of the lockfile is already installed.
 *
 * @returns the folder that contains `node_modules`
 */
export async function installPackages(): Promise<string> {
  const lock = readFileSync(join(source, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'understudy', `zoo-${version}`);
  const marker = join(folder, 'installed');
  if (existsSync(marker)) return folder;
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(source, file), join(folder, file));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, said } = await runNode(args, { command: 'npm', cwd: folder });
  if (code !== 0) throw new GateFailed(`npm ci in ${folder} failed; it requires the npm registry:\n${said}`);
  writeFileSync(marker, version);
  return folder;
}
