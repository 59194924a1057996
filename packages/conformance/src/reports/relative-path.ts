import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Cause } from '../results/cause.js';

/** Whether a file belongs to the repository that is checked: hosts show no line of an installed package. */
export function isInRoot(file: string, root: string): boolean {
  const path = relative(root, resolve(root, file));
  return path !== '' && !path.startsWith('..') && !isAbsolute(path) && !path.split(sep).includes('node_modules');
}

/** The description's line that is not kept, or else the step that met it: the first that is the repository's own. */
export function placeInRoot(
  { place, occurrences }: Pick<Cause, 'place' | 'occurrences'>,
  root: string,
): Cause['place'] {
  return [...(place === undefined ? [] : [place]), ...occurrences].find(({ file }) => isInRoot(file, root));
}

/**
 * A path for readers on other machines: relative to the root, with `/`. Of any other file, only what begins with `scenarios`
 * or `specs`, or its name, is kept.
 */
export function relativePath(file: string, root: string): string {
  if (isInRoot(file, root)) return relative(root, resolve(root, file)).split(sep).join('/');
  const parts = file.split(/[\\/]/);
  const start = parts.findLastIndex((part) => part === 'scenarios' || part === 'specs');
  return start === -1 ? (parts.at(-1) ?? file) : parts.slice(start).join('/');
}
