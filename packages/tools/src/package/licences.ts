import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps.mjs';

/** Licences that let the package be used like ours. Another one needs a look by a person. */
const accepted = new Set([
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Python-2.0'],
  // In the public domain.
  'Unlicense',
]);

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * The dependencies of an installation by the lockfile, as a table of package, version and licence.
 *
 * @param dependencies of the package. Their own dependencies are added
 * @param inside names of all bundled libraries
 * @throws Error for an unaccepted licence
 */
export function licenceTable(dependencies: readonly string[], inside: readonly string[]): string {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const found = new Map<string, string>();
  const add = (name: string, from: string, isInside = false) => {
    const place = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((path) => packages[path] !== undefined);
    const locked = place === undefined ? undefined : packages[place];
    if (place === undefined || locked === undefined || found.has(place)) return;
    const licence = locked.license ?? 'none';
    if (!accepted.has(licence))
      throw new Error(`${name} ${locked.version} has the licence "${licence}"; look at it first`);
    found.set(place, `| ${name} | ${locked.version} | ${licence} |${isInside ? ' inside |' : ' |'}`);
    if (isInside) return;
    for (const next of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) add(next, place);
  };
  for (const name of dependencies) add(name, '');
  for (const name of inside) add(name, '', true);
  const head = ['# Licences of the packages that Understudy installs', '', '| package | version | licence | |'];
  return [...head, '|---|---|---|---|', ...[...found.values()].sort(), ''].join('\n');
}
