import { type ApiContract, didYouMean, type Operation } from '@understudy/contract';
import { ToolError } from './tool.js';
import type { ToolContext } from './tool-context.js';

export function findApi({ apis, workspace }: Pick<ToolContext, 'apis' | 'workspace'>, name: string): ApiContract {
  const found = apis.includes(name) ? workspace.contracts.get(name) : undefined;
  if (found !== undefined) return found;
  throw new ToolError(`Unknown API "${name}". Available: ${apis.join(', ')}.${didYouMean(name, apis)}`);
}

export function findOperation(
  place: Pick<ToolContext, 'apis' | 'workspace'>,
  api: string,
  operationId: string,
): Operation {
  const { operations } = findApi(place, api);
  const found = operations.get(operationId);
  if (found !== undefined) return found;
  const hint = didYouMean(operationId, operations.keys());
  throw new ToolError(`Unknown operation "${operationId}" of API ${api}.${hint} Use list_operations to list all.`);
}
