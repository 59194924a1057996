import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { type ApiRegistry, addApis, builtInApis } from '../apis/apis.js';
import { loadApi, type WarningListener } from '../apis/load-api.js';
import { defaultConfigFile } from './config.js';

/**
 * Loads the APIs under `apis` in a configuration file, in addition to the built-in ones. Does not check the rest of the
 * file.
 *
 * @throws RangeError if an API cannot be loaded, or two have the same name
 */
export async function loadConfiguredApis(file = defaultConfigFile, tell?: WarningListener): Promise<ApiRegistry> {
  if (!existsSync(file)) return builtInApis;
  const names = listConfiguredPackages(await loadYaml(file));
  return addApis(builtInApis, await Promise.all(names.map((name) => loadApi(name, dirname(file), tell))));
}

/** Lists the names under `apis`. Returns none if it is not a list, which the configuration check reports. */
export function listConfiguredPackages(config: unknown): string[] {
  const { apis }: { apis?: unknown } = Object(config);
  return Array.isArray(apis) ? apis.filter((name) => typeof name === 'string') : [];
}
