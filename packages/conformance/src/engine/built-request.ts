import type { Operation } from '@understudy/contract';
import type { Missing } from '../expressions/json-pointer.js';
import type { MessageView } from '../expressions/scope.js';
import type { HttpRequest } from '../targets/target.js';

/** A request ready to go, what expressions read of it, and the operation it calls, where there is one. */
export interface BuiltRequest {
  request: HttpRequest;
  view: MessageView;
  operation?: Operation;
}

/** Why there is no request. */
export interface Problem extends Pick<Missing, 'lacks'> {
  problem: string;
}
