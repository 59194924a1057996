import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { type Apis, apisThatComeAlong, withApis } from '../apis/apis.js';
import { loadApi, type Tell } from '../apis/load-api.js';
import { defaultConfigFile } from './load-config.js';

/**
 * The built-in APIs and those under `apis` in a configuration file. The rest of the file is not checked here.
 *
 * @throws RangeError when an API cannot be loaded, or two have the same name
 */
export async function configuredApis(file = defaultConfigFile, tell?: Tell): Promise<Apis> {
  if (!existsSync(file)) return apisThatComeAlong;
  const names = packagesNamedIn(await loadYaml(file));
  return withApis(apisThatComeAlong, await Promise.all(names.map((name) => loadApi(name, dirname(file), tell))));
}

/** The names under `apis`; empty for another type, which the check of the file reports. */
export function packagesNamedIn(config: unknown): string[] {
  const { apis }: { apis?: unknown } = Object(config);
  return Array.isArray(apis) ? apis.filter((name) => typeof name === 'string') : [];
}
