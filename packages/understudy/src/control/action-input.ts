import type { ApiSetting, GivenActionInput, InputSchema } from '@understudy/kernel';
import type { ActionsByApi, AnyOtherText, SettingsByApi } from '../apis/api-packages.js';

/** The settings of the built-in APIs, by name. */
export type KnownSettings = {
  readonly [Api in keyof SettingsByApi]?: {
    readonly [Name in keyof SettingsByApi[Api]]?: SettingsByApi[Api][Name] extends ApiSetting<infer Value>
      ? Value
      : never;
  };
};

/** Inputs of the known actions, derived from their schemas. */
type KnownInputs = {
  readonly [Api in keyof ActionsByApi]: {
    readonly [Name in keyof ActionsByApi[Api]]: ActionsByApi[Api][Name] extends {
      readonly input: infer Schema extends InputSchema;
    }
      ? GivenActionInput<Schema>
      : never;
  };
};

export type ApiWithActions = keyof KnownInputs | AnyOtherText;

/** The action names of a known API, or any string for other APIs. */
export type ActionName<Api> = Api extends keyof KnownInputs ? keyof KnownInputs[Api] & string : string;

export type ActionInput<Api, Name> = Api extends keyof KnownInputs
  ? Name extends keyof KnownInputs[Api]
    ? KnownInputs[Api][Name]
    : never
  : Readonly<Record<string, unknown>>;
