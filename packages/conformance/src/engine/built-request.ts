import type { Operation } from '@understudy/contract';
import type { MessageView } from '../expressions/evaluate-expression.js';
import type { MissingValue } from '../expressions/json-pointer.js';
import type { HttpRequest } from '../targets/target.js';

/** A complete request, with its operation and the view that expressions read. */
export interface BuiltRequest {
  request: HttpRequest;
  view: MessageView;
  operation?: Operation;
}

export interface RequestProblem extends Pick<MissingValue, 'lacks'> {
  problem: string;
}
