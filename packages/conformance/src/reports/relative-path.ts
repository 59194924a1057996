import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Cause } from '../results/cause.js';

/** Whether a file is in the checked repository. Hosts show no lines of other files. */
export function isInRoot(file: string, root: string): boolean {
  const path = relative(root, resolve(root, file));
  return path !== '' && !path.startsWith('..') && !isAbsolute(path) && !path.split(sep).includes('node_modules');
}

/** The first place of a cause in the repository: the violated description, or a step. */
export function placeInRoot(
  { place, occurrences }: Pick<Cause, 'place' | 'occurrences'>,
  root: string,
): Cause['place'] {
  return [...(place === undefined ? [] : [place]), ...occurrences].find(({ file }) => isInRoot(file, root));
}

/** A path relative to the root, with `/`. Other files only keep the part from `scenarios` or `specs`, or their name. */
export function relativePath(file: string, root: string): string {
  if (isInRoot(file, root)) return relative(root, resolve(root, file)).split(sep).join('/');
  const parts = file.split(/[\\/]/);
  const start = parts.findLastIndex((part) => part === 'scenarios' || part === 'specs');
  return start === -1 ? (parts.at(-1) ?? file) : parts.slice(start).join('/');
}
