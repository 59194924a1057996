/** A member of an action's input, in the part of JSON Schema (2020-12) that {@link ActionInput} can be typed by. */
export type MemberSchema = { readonly description?: string } & (
  | {
      readonly type: 'string';
      readonly enum?: readonly string[];
      readonly minLength?: number;
      readonly pattern?: string;
      readonly format?: 'date' | 'date-time' | 'email' | 'uri';
      /** What a message names instead of the pattern. */
      readonly examples?: readonly string[];
      readonly default?: string;
    }
  | { readonly type: 'boolean'; readonly default?: boolean }
  | {
      readonly type: 'integer' | 'number';
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    }
  | { readonly type: 'array'; readonly items: MemberSchema; readonly minItems?: number }
  | { readonly type: 'object'; readonly additionalProperties: MemberSchema; readonly default?: object }
);

/** The input of an action as a JSON Schema. Members that it does not name are refused. */
export interface InputSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, MemberSchema>>;
}

type ValueOf<Schema> = Schema extends { readonly enum: ReadonlyArray<infer Value> }
  ? Value
  : Schema extends { readonly type: 'string' }
    ? string
    : Schema extends { readonly type: 'boolean' }
      ? boolean
      : Schema extends { readonly type: 'integer' | 'number' }
        ? number
        : Schema extends { readonly type: 'array'; readonly items: infer Item }
          ? ReadonlyArray<ValueOf<Item>>
          : Schema extends { readonly type: 'object'; readonly additionalProperties: infer Member }
            ? Readonly<Record<string, ValueOf<Member>>>
            : never;

type Properties<Schema extends InputSchema> = Schema['properties'];

/** Members that are always there: they are required, or the schema has a default. */
type Present<Schema extends InputSchema> = {
  [Name in keyof Properties<Schema>]: Schema extends { readonly required: readonly (infer Required)[] }
    ? Name extends Required
      ? Name
      : Properties<Schema>[Name] extends { readonly default: unknown }
        ? Name
        : never
    : Properties<Schema>[Name] extends { readonly default: unknown }
      ? Name
      : never;
}[keyof Properties<Schema>];

/** What an action is run with once its input has been held against its schema. */
export type ActionInput<Schema extends InputSchema> = {
  readonly [Name in Present<Schema>]: ValueOf<Properties<Schema>[Name]>;
} & {
  readonly [Name in Exclude<keyof Properties<Schema>, Present<Schema>>]?: ValueOf<Properties<Schema>[Name]>;
};
