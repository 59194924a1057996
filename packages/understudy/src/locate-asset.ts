import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError } from './usage-error.js';

export const reinstallHint = 'the installation is incomplete: install the package again, or restore the repository';

/**
 * Returns the path of `specs`, `scenarios` or `fixtures`: in `assets/` in the published package, at the root in the
 * repository.
 *
 * @throws UsageError if it is missing
 */
export function locateAsset(name: string): string {
  const candidates = [`../assets/${name}`, `../../../${name}`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new UsageError(`Cannot find ${name} at ${candidates.join(' or ')}; ${reinstallHint}`);
  return found;
}
