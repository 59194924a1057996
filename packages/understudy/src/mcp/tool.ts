import type { Target } from '@understudy/conformance';
import {
  type ApiContract,
  cloneJson,
  compileSchema,
  type JsonSchema,
  membersOf,
  type Operation,
  suggestName,
} from '@understudy/contract';
import type { Control } from '../control/control.js';
import type { ScenarioWorkspace } from '../workspace.js';

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

/** Reads an object argument and converts its values to strings. */
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

/** Thrown if an agent's request is invalid. The message lists the valid options. */
export class ToolError extends Error {}

/** The simulators that the tools use: in this process, or on a server. */
export interface ToolContext {
  /** Base URL of the APIs, without a trailing slash. */
  readonly url: string;
  readonly apis: readonly string[];
  readonly workspace: ScenarioWorkspace;
  /** The target for scenarios, which runs each one in its own sandbox. */
  readonly target: Target;
  fetch(url: string, init: RequestInit): Promise<Response>;
  control(sandbox: string): Control;
  /** Starts another API in this process. @returns its name */
  startDescription?(description: string): Promise<string>;
  /** True if each operation is a tool. */
  readonly hasOperationTools?: boolean;
}

export function toSandboxUrl({ url }: Pick<ToolContext, 'url'>, sandbox: string): string {
  return sandbox === 'default' ? url : `${url}/~${sandbox}`;
}

export function findApi({ apis, workspace }: Pick<ToolContext, 'apis' | 'workspace'>, name: string): ApiContract {
  const found = apis.includes(name) ? workspace.contracts.get(name) : undefined;
  if (found !== undefined) return found;
  throw new ToolError(`Unknown API "${name}". Available: ${apis.join(', ')}.${suggestName(name, apis)}`);
}

export function findOperation(
  place: Pick<ToolContext, 'apis' | 'workspace'>,
  api: string,
  operationId: string,
): Operation {
  const { operations } = findApi(place, api);
  const found = operations.get(operationId);
  if (found !== undefined) return found;
  const hint = suggestName(operationId, operations.keys());
  throw new ToolError(`Unknown operation "${operationId}" of API ${api}.${hint} Use list_operations to list all.`);
}
