import { cloneJson, compileSchema, type JsonSchema, membersOf } from '@understudy/contract';
import { type ToolContext, ToolError } from './tool-context.js';

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly readOnly: boolean;
  /** True if the tool can delete data that undo cannot restore. */
  readonly destructive?: boolean;
  /** JSON types of the members that every result has. */
  readonly output?: Readonly<Record<string, 'string' | 'integer' | 'boolean' | 'array' | 'object'>>;
  /** Runs the tool. @param input validated arguments @throws ToolError or ControlError */
  run(input: ToolInput, place: ToolContext): Promise<unknown>;
}

/** Arguments that match the schema of a tool. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Validates arguments and fills in defaults. @throws ToolError for invalid, missing or unknown arguments */
export function validateArguments({ name, input }: McpTool, given: unknown): ToolInput {
  const value = cloneJson(given ?? {});
  const findings = compileSchema(input, 'tool')(value, '');
  if (findings.length === 0) return membersOf(value);
  throw new ToolError(`${name}: ${findings.map(({ message }) => message).join(' ')}`);
}

export function readTextArgument(input: ToolInput, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' ? value : undefined;
}

/** Reads an object argument, with its values as strings. */
export function readTextArguments(input: ToolInput, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(membersOf(input[name])).map(([key, value]) => [key, String(value)]));
}

export function createArgumentsSchema(
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** Parameters that several tools share. */
export const sandboxArgument = {
  type: 'string',
  pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
  default: 'default',
  description: "The sandbox. If it does not exist, the first request creates it with the server's seed.",
};
export const apiArgument = { type: 'string', description: 'The name of an API, such as inventory.' };
export const searchArgument = { type: 'string', minLength: 1, description: 'Words that must all occur, in any order.' };
export const limitArgument = {
  type: 'integer',
  minimum: 1,
  maximum: 500,
  default: 50,
  description: 'Maximum number of entries.',
};
