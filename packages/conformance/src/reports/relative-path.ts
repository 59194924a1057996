import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * A path for readers on other machines: relative to the root, with `/`. Of a file outside it only what begins with
 * `scenarios` or `specs`, or its name, is kept.
 */
export function relativePath(file: string, root: string): string {
  const path = relative(root, resolve(root, file));
  if (path !== '' && !path.startsWith('..') && !isAbsolute(path)) return path.split(sep).join('/');
  const parts = file.split(/[\\/]/);
  const start = parts.findLastIndex((part) => part === 'scenarios' || part === 'specs');
  return start === -1 ? (parts.at(-1) ?? file) : parts.slice(start).join('/');
}
