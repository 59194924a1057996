import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseJson, suggestName } from '@understudy/contract';
import type { ControlToken } from '@understudy/server';
import { InvalidArgumentError } from 'commander';
import type { ChosenApis } from '../apis/apis.js';
import { defaultConfigFile, type UnderstudyConfig } from '../config/config.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { readControlTokens } from '../config/control-tokens.js';
import type { SettingsPatch } from '../control/control.js';
import { isDatabaseUrl } from '../is-database.js';
import { readRules } from '../read-rules.js';
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
  const one = { [setting]: readValue(value) };
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
 * Reads the settings from a configuration file. Returns none if the default file does not exist.
 *
 * @throws UsageError if a named file is missing, or the file is invalid
 */
export async function readConfiguredSettings(file: string): Promise<SettingsPatch> {
  return (await readConfigured(file))?.settings ?? {};
}

/**
 * Reads the data folder (relative to the file) or database URL from a configuration file, if set.
 *
 * @throws UsageError as {@link readConfiguredSettings}
 */
export async function readConfiguredData(file: string): Promise<string | undefined> {
  const data = (await readConfigured(file))?.data;
  return data === undefined || isDatabaseUrl(data) ? data : resolve(dirname(file), data);
}

/**
 * Reads the seed from a configuration file: a name, or a path relative to the file.
 *
 * @param names names of the built-in seeds
 * @throws UsageError as {@link readConfiguredSettings}
 */
export async function readConfiguredSeed(file: string, names: readonly string[]): Promise<string | undefined> {
  const seed = (await readConfigured(file))?.seed;
  return seed === undefined || names.includes(seed) ? seed : resolve(dirname(file), seed);
}

/**
 * Reads the behavior models of the chosen APIs from a configuration file, in the form of `--model`.
 *
 * @throws UsageError as {@link readConfiguredSettings}, and for an unknown API
 */
export async function readConfiguredModels(file: string, { chosen, known }: ChosenApis): Promise<string[]> {
  const models = Object.entries((await readConfigured(file))?.model ?? {});
  for (const [api] of models)
    if (!known.has(api)) throw new UsageError(`${file}: model: unknown API "${api}".${suggestName(api, known.keys())}`);
  const started = models.filter(([name]) => chosen.some((api) => api.name === name));
  return started.map(([api, path]) => `${api}=${resolve(dirname(file), path)}`);
}

/**
 * Reads the rules of a configuration file, if set.
 *
 * @throws UsageError as {@link readConfiguredSettings}
 * @throws RangeError as {@link readRules}
 */
export async function readConfiguredRules(file: string): Promise<readonly unknown[] | undefined> {
  const rules = (await readConfigured(file))?.rules;
  return await readRules(rules === undefined ? undefined : resolve(dirname(file), rules));
}

/**
 * Finds the configuration file of a project such as an import, if the only argument of `start` is its folder.
 */
export function findProject(apis: readonly string[]): string | undefined {
  const [folder = '', ...others] = apis;
  const file = join(folder, defaultConfigFile);
  const isProject =
    folder !== '' && others.length === 0 && existsSync(file) && !existsSync(join(folder, 'package.json'));
  return isProject ? file : undefined;
}

/**
 * Reads the control tokens from a configuration file.
 *
 * @throws UsageError as {@link readConfiguredSettings}, and for a missing value
 */
export async function readConfiguredTokens(file: string): Promise<ControlToken[]> {
  const config = await readConfigured(file);
  return config === undefined ? [] : await readControlTokens(file, config);
}

async function readConfigured(file: string): Promise<UnderstudyConfig | undefined> {
  if (!existsSync(file)) {
    if (file === defaultConfigFile) return undefined;
    throw new UsageError(`${file} does not exist`);
  }
  // Most servers start without a configuration, so they do not need the conformance suite that checks it.
  const { loadConfig } = await import('../config/load-config.js');
  return await loadConfig(file, (await loadConfiguredApis(file)).keys());
}

function readValue(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
