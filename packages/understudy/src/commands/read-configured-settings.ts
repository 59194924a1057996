import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonOr, suggestName } from '@understudy/contract';
import type { ControlToken } from '@understudy/server';
import { InvalidArgumentError } from 'commander';
import type { ChosenApis } from '../apis/apis.js';
import { defaultConfigFile, findConfigFile, type UnderstudyConfig } from '../config/config.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { readControlTokens } from '../config/control-tokens.js';
import type { SettingsPatch } from '../control/control.js';
import { UsageError } from '../usage-error.js';

/** Settings that belong to the server rather than to an API. */
const ownSettings = ['progression', 'webhooks'];

/**
 * Collects one `--set`: `<api>.<setting>=<value>`, `webhooks.<setting>=<value>` or `progression=<value>`. The value is
 * parsed as JSON if possible and is otherwise a string.
 *
 * @throws InvalidArgumentError for any other format; the server rejects unknown settings
 */
export function collectSetting(text: string, earlier: SettingsPatch = {}): SettingsPatch {
  const [, first = '', setting, value = ''] =
    /^([a-z][a-z0-9-]*)(?:\.([A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)?))?=(.*)$/s.exec(text) ?? [];
  if (first === '' || (setting === undefined) !== (first === 'progression')) {
    throw new InvalidArgumentError(
      'It must have the form api.setting=value, webhooks.setting=value or progression=rule; GET /_sim/settings lists them.',
    );
  }
  if (setting === undefined) return mergeSettings(earlier, { progression: value });
  const one = { [setting]: parseJsonOr(value, value) };
  return mergeSettings(earlier, ownSettings.includes(first) ? { [first]: one } : { apis: { [first]: one } });
}

/** Merges two sets of settings. The second takes precedence. */
export function mergeSettings(one: SettingsPatch, other: SettingsPatch): SettingsPatch {
  const apis = { ...one.apis };
  for (const [api, settings] of Object.entries(other.apis ?? {})) apis[api] = { ...apis[api], ...settings };
  return {
    ...one,
    ...other,
    ...(one.webhooks === undefined && other.webhooks === undefined
      ? {}
      : { webhooks: { ...one.webhooks, ...other.webhooks } }),
    ...(Object.keys(apis).length === 0 ? {} : { apis }),
  };
}

/**
 * Reads the behavior models of the chosen APIs from a configuration file, in the form of `--model`.
 *
 * @throws UsageError as {@link readConfiguration}, and for an unknown API
 */
export async function readConfiguredModels(file: string, { chosen, known }: ChosenApis): Promise<string[]> {
  const models = Object.entries((await readConfiguration(file)).model ?? {});
  for (const [api] of models)
    if (!known.has(api)) throw new UsageError(`${file}: model: unknown API "${api}".${suggestName(api, known.keys())}`);
  return models.filter(([name]) => chosen.some((api) => api.name === name)).map(([api, path]) => `${api}=${path}`);
}

/**
 * Finds a project's configuration file, for example of an import, if the only argument of `start` is the project
 * folder.
 */
export function findProject(apis: readonly string[]): string | undefined {
  const [folder = '', ...others] = apis;
  const file = findConfigFile(folder);
  const isProject =
    folder !== '' && others.length === 0 && existsSync(file) && !existsSync(join(folder, 'package.json'));
  return isProject ? file : undefined;
}

/**
 * Reads the control tokens from a configuration file.
 *
 * @throws UsageError as {@link readConfiguration}, and for a missing value
 */
export async function readConfiguredTokens(file: string): Promise<ControlToken[]> {
  return await readControlTokens(file, await readConfiguration(file));
}

/**
 * Reads a configuration file. Returns an empty one if the default file does not exist.
 *
 * @throws UsageError if a named file is missing, or the file is invalid
 */
export async function readConfiguration(file: string): Promise<UnderstudyConfig> {
  if (!existsSync(file)) {
    if (file === defaultConfigFile) return {};
    throw new UsageError(`${file} does not exist`);
  }
  // Most servers start without a configuration, so they do not need the conformance suite that checks it.
  const { loadConfig } = await import('../config/load-config.js');
  return await loadConfig(file, (await loadConfiguredApis(file)).keys());
}
