export interface ApiSetting<Value> {
  readonly name: string;
  readonly value: Value;
  /** Allowed values, as the end of "must be ...". */
  readonly allowed: string;
  /** All allowed values, if they can be listed. */
  readonly values?: readonly Value[];
  accepts(value: unknown): value is Value;
}

/** The settings of an API in one sandbox. */
export interface SettingValues {
  of<Value>(setting: ApiSetting<Value>): Value;
}

/**
 * How strictly an API treats requests that do not match its description. An API that supports these settings must list
 * all of them.
 */
export const httpSettings = {
  /** Formats, patterns and lengths: reject a request that violates one, or serve it with a note. */
  formats: defineChoice('http.formats', ['enforced', 'note']),
  /** Requests without a required parameter, body or member: reject them, or serve them with a note. */
  required: defineChoice('http.required', ['enforced', 'lenient']),
  /** Parameters in a style other than the described one: read them with a note, or reject them. */
  parameters: defineChoice('http.parameters', ['lenient', 'strict']),
  /** Ids that no request has created: respond with the described 404, or treat the entity as existing. */
  unknownIds: defineChoice('http.unknownIds', ['refused', 'invent']),
  /** `headers`: each response reports in headers whether its request matches the description. */
  report: defineChoice('http.report', ['off', 'headers']),
} as const;

/**
 * Declares a setting that `PATCH /_sim/settings` can change.
 *
 * @param name unique within an API
 * @param facts.value initial value in a new sandbox
 * @param facts.allowed allowed values, as the end of "must be ..."
 *
 * @example
 * const pageSize = defineSetting('pageSize', {
 *   value: 20,
 *   allowed: 'an integer of at least 1',
 *   accepts: (value): value is number => Number.isInteger(value) && Number(value) >= 1,
 * });
 * const size = context.settings.of(pageSize);
 */
export function defineSetting<Value>(name: string, facts: Omit<ApiSetting<Value>, 'name'>): ApiSetting<Value> {
  return { name, ...facts };
}

/** Declares a setting with a list of values. The first one is the default. */
export function defineChoice<const Value extends string | boolean>(
  name: string,
  values: readonly [Value, ...Value[]],
): ApiSetting<Value> {
  return {
    name,
    value: values[0],
    values,
    allowed: `one of ${values.join(', ')}`,
    accepts: (value): value is Value => values.some((known) => known === value),
  };
}
