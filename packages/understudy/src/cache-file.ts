import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the path of a file in the package cache or, if there are no packages, in the temporary folder. */
export function cacheFile(...names: readonly string[]): string {
  if (existsSync('node_modules')) return join('node_modules', '.cache', 'understudy', ...names);
  const here = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16);
  return join(tmpdir(), `understudy-${here}`, ...names);
}
