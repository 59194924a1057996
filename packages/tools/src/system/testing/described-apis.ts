import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../steps.mjs';

/** Names of the APIs that have a description. */
export async function describedApis(): Promise<string[]> {
  const folders = await readdir(join(root, 'specs'));
  return folders.filter((name) => existsSync(join(root, 'specs', name, 'openapi.yaml'))).sort();
}
