import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Cause } from '../results/cause.js';

/** Returns whether a file is inside the repository. Code hosts cannot show lines of other files. */
export function isInsideRoot(file: string, root: string): boolean {
  const path = relative(root, resolve(root, file));
  return path !== '' && !path.startsWith('..') && !isAbsolute(path) && !path.split(sep).includes('node_modules');
}

/** Returns the first location of a cause in the repository: the violated description or a step. */
export function locateCause(
  { place, occurrences }: Pick<Cause, 'place' | 'occurrences'>,
  root: string,
): Cause['place'] {
  return [...(place === undefined ? [] : [place]), ...occurrences].find(({ file }) => isInsideRoot(file, root));
}

/**
 * Returns a path relative to the root, with `/` separators. Files outside the root are shortened to the part from
 * `scenarios` or `specs`, or to their name.
 */
export function toRelativePath(file: string, root: string): string {
  if (isInsideRoot(file, root)) return relative(root, resolve(root, file)).split(sep).join('/');
  const parts = file.split(/[\\/]/);
  const start = parts.findLastIndex((part) => part === 'scenarios' || part === 'specs');
  return start === -1 ? (parts.at(-1) ?? file) : parts.slice(start).join('/');
}
