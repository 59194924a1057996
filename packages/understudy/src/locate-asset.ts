import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Path of something that comes along with the package: `specs`, `scenarios` or `fixtures`. In the published package it
 * lies in `assets/`, in the repository at the root.
 *
 * @throws Error when it is in neither place
 */
export function locateAsset(name: string): string {
  const candidates = [`../assets/${name}`, `../../../${name}`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`${name} is missing from the installation; looked in ${candidates.join(' and ')}`);
  return found;
}
