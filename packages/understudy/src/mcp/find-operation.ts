import { type ApiContract, didYouMean, type Operation } from '@understudy/contract';
import type { Place } from './place.js';
import { ToolRefusal } from './tool.js';

export function findApi({ apis, workspace }: Pick<Place, 'apis' | 'workspace'>, name: string): ApiContract {
  const found = apis.includes(name) ? workspace.contracts.get(name) : undefined;
  if (found !== undefined) return found;
  throw new ToolRefusal(`Unknown API "${name}". Available: ${apis.join(', ')}.${didYouMean(name, apis)}`);
}

export function findOperation(place: Pick<Place, 'apis' | 'workspace'>, api: string, operationId: string): Operation {
  const { operations } = findApi(place, api);
  const found = operations.get(operationId);
  if (found !== undefined) return found;
  const hint = didYouMean(operationId, operations.keys());
  throw new ToolRefusal(`Unknown operation "${operationId}" of API ${api}.${hint} Use list_operations to list all.`);
}
