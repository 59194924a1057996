import { parseJson } from './parse-json.js';

/** The subset of JSON Schema that describes action inputs and records. */
export interface InputSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly format?: string;
  readonly items?: InputSchema;
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
}

/** Field values by member. A boolean is `true` or an empty string. */
export type FieldValues = Readonly<Record<string, string>>;

/** Initial field values: schema defaults, then a known key or the first choice for required members. */
export function createFieldValues(schema: InputSchema, known: (member: string) => readonly string[]): FieldValues {
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const needed = required.includes(name);
      const usual = member.examples?.[0] ?? member.default;
      if (usual !== undefined) return [name, typeof usual === 'string' ? usual : toFieldText(usual)];
      if (!needed || member.examples !== undefined) return [name, ''];
      return [name, member.enum?.[0] ?? known(name)[0] ?? ''];
    }),
  );
}

/**
 * Converts a draft to the input. Omits empty optional members.
 *
 * @throws Error for an invalid number or JSON
 */
export function toActionInput(schema: InputSchema, draft: FieldValues): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).flatMap(([name, member]): [string, unknown][] => {
    const text = draft[name] ?? '';
    if (member.type === 'boolean') {
      const isUsual = member.default === undefined && text !== 'true';
      return isUsual && !required.includes(name) ? [] : [[name, text === 'true']];
    }
    if (text === '' && !required.includes(name)) return [];
    return [[name, memberOf(name, member, text)]];
  });
  return Object.fromEntries(members);
}

function memberOf(name: string, { type, items }: InputSchema, text: string): unknown {
  if (type === 'number' || type === 'integer') {
    if (text.trim() === '' || Number.isNaN(Number(text))) throw new Error(`${name} must be a number`);
    return Number(text);
  }
  if (type === 'array' && (items?.type ?? 'string') === 'string') return splitLines(text);
  return type === 'array' || type === 'object' ? parseJson(name, text) : text;
}

/** Splits a text into trimmed, non-empty lines. */
export function splitLines(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

export function toFieldText(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : value === false ? '' : String(value);
}
