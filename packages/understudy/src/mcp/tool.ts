import { compileSchema, type JsonSchema } from '@understudy/contract';
import type { Place } from './place.js';

/** Something that an agent can do. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Of the arguments: an object. */
  readonly input: JsonSchema;
  /** Whether it leaves everything as it is. */
  readonly readOnly: boolean;
  /** @param input has been checked @throws ToolRefusal, or ControlError */
  run(input: ToolInput, place: Place): Promise<unknown>;
}

/** Arguments that fit the schema of a tool; what is optional may be absent. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** What an agent asked for cannot be done; the message says what can. */
export class ToolRefusal extends Error {}

/**
 * The arguments of a call with defaults filled in.
 *
 * @throws ToolRefusal that names each argument that is wrong, missing or unknown
 */
export function readInput({ name, input }: Tool, given: unknown): ToolInput {
  const value = structuredClone(given ?? {});
  const findings = compileSchema(input, 'tool')(value, '');
  if (findings.length === 0) return Object(value);
  throw new ToolRefusal(`${name}: ${findings.map(({ message }) => message).join(' ')}`);
}

/** A member that is a text, or undefined. */
export function textIn(input: ToolInput, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' ? value : undefined;
}

/** A member that is an object of texts, numbers or truths; each as text. */
export function textsIn(input: ToolInput, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(input[name])).map(([key, value]) => [key, String(value)]));
}

/** Members that many tools share. */
export const sandbox = {
  type: 'string',
  pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
  default: 'default',
  description: 'The sandbox; one that is not there begins with the seed of the server when it is first addressed.',
};
export const api = { type: 'string', description: 'The name of an API, such as inventory.' };
export const search = { type: 'string', minLength: 1, description: 'Words that must all occur, in any order.' };
export const limit = { type: 'integer', minimum: 1, maximum: 500, default: 50, description: 'Entries at most.' };
