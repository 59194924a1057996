import type { Target } from '@understudy/conformance';
import { type ApiContract, type Operation, suggestName } from '@understudy/contract';
import type { Control } from '../control/control.js';
import type { ScenarioWorkspace } from '../workspace.js';

/** Thrown if an agent's request is invalid. The message explains what is possible. */
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
