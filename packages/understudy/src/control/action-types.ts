import type { GivenActionInput, InputSchema } from '@understudy/kernel';
import type { ActionsOfApis, OtherText } from '../apis/api-packages.js';

/** Inputs of the known actions, from their schemas. */
type KnownInputs = {
  readonly [Api in keyof ActionsOfApis]: {
    readonly [Name in keyof ActionsOfApis[Api]]: ActionsOfApis[Api][Name] extends {
      readonly input: infer Schema extends InputSchema;
    }
      ? GivenActionInput<Schema>
      : never;
  };
};

/** An API with known actions, or any other. */
export type ApiWithActions = keyof KnownInputs | OtherText;

/** The actions of a known API; any text for others. */
export type ActionName<Api> = Api extends keyof KnownInputs ? keyof KnownInputs[Api] & string : string;

/** The input of an action; typed for known actions. */
export type ActionInput<Api, Name> = Api extends keyof KnownInputs
  ? Name extends keyof KnownInputs[Api]
    ? KnownInputs[Api][Name]
    : never
  : Readonly<Record<string, unknown>>;
