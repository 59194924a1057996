import type { Operation } from '@understudy/contract';
import type { Missing } from '../expressions/json-pointer.js';
import type { MessageView } from '../expressions/scope.js';
import type { HttpRequest } from '../targets/target.js';

/** A complete request with its view for expressions and its operation. */
export interface BuiltRequest {
  request: HttpRequest;
  view: MessageView;
  operation?: Operation;
}

export interface Problem extends Pick<Missing, 'lacks'> {
  problem: string;
}
