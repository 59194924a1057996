/** A member of an action's input, in the subset of JSON Schema (2020-12) that {@link ActionInput} supports. */
export type MemberSchema = { readonly description?: string } & (
  | {
      readonly type: 'string';
      readonly enum?: readonly string[];
      readonly minLength?: number;
      readonly pattern?: string;
      readonly format?: 'date' | 'date-time' | 'email' | 'uri';
      /** Example values. The console uses the first as the default, and messages list them instead of the pattern. */
      readonly examples?: readonly string[];
      readonly default?: string;
    }
  | { readonly type: 'boolean'; readonly examples?: readonly boolean[]; readonly default?: boolean }
  | {
      readonly type: 'integer' | 'number';
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    }
  | { readonly type: 'array'; readonly items: MemberSchema; readonly minItems?: number }
  | { readonly type: 'object'; readonly additionalProperties: MemberSchema; readonly default?: object }
);

/** The input of an action as JSON Schema. Unknown members are rejected. */
export interface InputSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, MemberSchema>>;
}

// Any member is allowed, because a schema can contain itself.
type ValueOf<Schema> = MemberSchema extends Schema ? unknown : ConcreteValueOf<Schema>;

type ConcreteValueOf<Schema> = Schema extends { readonly enum: ReadonlyArray<infer Value> }
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

type RequiredMember<Schema extends InputSchema> = Schema extends { readonly required: ReadonlyArray<infer Name> }
  ? Name & keyof Properties<Schema>
  : never;

type DefaultMember<Schema extends InputSchema> = {
  [Name in keyof Properties<Schema>]: Properties<Schema>[Name] extends { readonly default: unknown } ? Name : never;
}[keyof Properties<Schema>];

type InputWith<Schema extends InputSchema, Present extends keyof Properties<Schema>> = {
  readonly [Name in Present]: ValueOf<Properties<Schema>[Name]>;
} & {
  readonly [Name in Exclude<keyof Properties<Schema>, Present>]?: ValueOf<Properties<Schema>[Name]>;
};

/** The input as a caller passes it. Members with a default are optional. */
export type GivenActionInput<Schema extends InputSchema> = InputWith<Schema, RequiredMember<Schema>>;

export type ActionInput<Schema extends InputSchema> = InputWith<Schema, RequiredMember<Schema> | DefaultMember<Schema>>;
