import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResourcePath } from '@understudy/kernel';
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

export function resolvePlace(place: ResourcePath): string {
  if (typeof place !== 'string') return fileURLToPath(place);
  const [top = '', ...rest] = place.split('/');
  return join(locateAsset(top), ...rest);
}
