import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WrongUse } from './wrong-use.js';

/** What to do when something is missing that should have come along. */
export const restore = 'the installation is incomplete: install the package again, or restore the repository';

/**
 * Path of a folder or file that is part of the package: `specs`, `scenarios` or `fixtures`. In the published package it
 * lies in `assets/`, in the repository at the root.
 *
 * @throws WrongUse when it is in neither place
 */
export function locateAsset(name: string): string {
  const candidates = [`../assets/${name}`, `../../../${name}`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined)
    throw new WrongUse(`${name} is missing, looked for at ${candidates.join(' and ')}; ${restore}`);
  return found;
}
