import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '@understudy/contract';
import { type ApiRegistry, addApis, builtInApis } from '../apis/apis.js';
import { loadApi, type WarningListener } from '../apis/load-api.js';
import { findConfigFile } from './config.js';
import { readConfigFile } from './read-config-file.js';

/**
 * Loads the APIs under `apis` in a configuration file, in addition to the built-in ones. Does not check the rest of the
 * file.
 *
 * @throws RangeError if an API cannot be loaded, or two have the same name
 */
export async function loadConfiguredApis(file = findConfigFile(), tell?: WarningListener): Promise<ApiRegistry> {
  if (!existsSync(file)) return builtInApis;
  const names = listConfiguredPackages(await readConfigFile(file));
  return addApis(builtInApis, await Promise.all(names.map((name) => loadApi(name, dirname(file), tell))));
}

/** Lists the names under `apis`. Returns none if it is not a list, which the configuration check reports. */
export function listConfiguredPackages(config: unknown): string[] {
  const apis = isObject(config) ? config['apis'] : undefined;
  return Array.isArray(apis) ? apis.filter((name) => typeof name === 'string') : [];
}
