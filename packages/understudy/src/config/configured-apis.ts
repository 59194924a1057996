import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { type Apis, apisThatComeAlong, withApis } from '../apis/apis.js';
import { loadApi, type Tell } from '../apis/load-api.js';
import { defaultConfigFile } from './load-config.js';

/**
 * The APIs that come along, and those that a configuration file names under `apis`: packages, or folders relative to the
 * file. What else the file says is not looked at here.
 *
 * @param file `understudy.config.yaml` by default; without such a file there are no others
 * @throws RangeError when an API cannot be loaded, or two have one name
 * @throws ContractError when the file cannot be read
 */
export async function configuredApis(file = defaultConfigFile, tell?: Tell): Promise<Apis> {
  if (!existsSync(file)) return apisThatComeAlong;
  const names = packagesNamedIn(await loadYaml(file));
  return withApis(apisThatComeAlong, await Promise.all(names.map((name) => loadApi(name, dirname(file), tell))));
}

/** What is under `apis`; nothing where it has another form, which the check of the whole file reports. */
export function packagesNamedIn(config: unknown): string[] {
  const { apis }: { apis?: unknown } = Object(config);
  return Array.isArray(apis) ? apis.filter((name) => typeof name === 'string') : [];
}
