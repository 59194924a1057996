import type {
  DocumentedResponse,
  ErrorResult,
  HandlerContext,
  OperationHandler,
  TypedHandlerInput,
} from '@understudy/kernel';
import { type ActingCompany, findActingCompany } from './find-acting-company.js';

/**
 * Wraps a handler of an operation that a company calls for itself, and passes it the caller. A token without a company
 * is an error.
 *
 * @example export const getReceivables = forCompany<operations['getReceivables']>(async (_input, context, { company })
 *   => ...);
 */
export function handleForCompany<Operation>(
  serve: (
    input: TypedHandlerInput<Operation>,
    context: HandlerContext,
    acting: ActingCompany,
  ) => Promise<DocumentedResponse<Operation> | ErrorResult>,
): OperationHandler<Operation> {
  return async (input, context) => {
    const acting = await findActingCompany(context);
    return 'refused' in acting ? acting : await serve(input, context, acting);
  };
}
