import { type ApiSetting, httpSettings } from '@understudy/kernel';
import type { BehaviorModel } from '@understudy/model';
import { localeSetting, securitySetting } from './settings.js';

type Statements = Pick<BehaviorModel, 'http' | 'time'>;

/** The values of settings by the words of a model. */
const words: Readonly<Record<string, string>> = { on: 'enforced', strict: 'enforced', refuse: 'refused' };

/** The settings of an API, with the values that its model states as those of a new sandbox. */
export function applyStatedSettings<Value>(
  settings: readonly ApiSetting<Value>[],
  { http = {}, time = {} }: Statements,
): readonly ApiSetting<Value>[] {
  const stated = new Map<string, unknown>([
    [securitySetting.name, wordOf(http.security)],
    [httpSettings.unknownIds.name, wordOf(http.unknownIds)],
    [httpSettings.required.name, wordOf(http.required)],
    [httpSettings.formats.name, wordOf(http.formats)],
    [httpSettings.parameters.name, http.parameters],
    [localeSetting.name, time.locale],
  ]);
  return settings.map((each) => {
    const value = stated.get(each.name);
    return value !== undefined && each.accepts(value) ? { ...each, value } : each;
  });
}

function wordOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : (words[value] ?? value);
}
