import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GateFailed } from '../gate.ts';

/** Limits of an installation with its dependencies: bytes of all files, and packages. */
const most = { bytes: 30e6, packages: 36 };

/**
 * Measures an installation.
 *
 * @param folder of a project with the package
 * @throws GateFailed beyond the limits
 */
export function measureInstallation(folder: string): string {
  const modules = join(folder, 'node_modules');
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const count = Object.keys(packages).length;
  const line = `${count} packages, ${(bytes / 1e6).toFixed(1)} MB in ${files.length} files`;
  if (bytes <= most.bytes && count <= most.packages) return line;
  throw new GateFailed(`${line}; at most ${most.packages} packages and ${most.bytes / 1e6} MB`);
}
