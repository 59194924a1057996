import type {
  DataScope,
  DocumentedResponse,
  ErrorResult,
  HandlerContext,
  OperationHandler,
  TypedHandlerInput,
} from '@understudy/kernel';
import { type Company, collections, type User, type Vendor } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import { findCompany, getCompanyScope } from './find-company.js';

/** The calling company, represented by one of its users and possibly using a vendor key. */
export interface ActingCompany {
  readonly company: Company;
  /** The company's own data. */
  readonly scope: DataScope;
  readonly user: User;
  /** The vendor whose key the token was fetched with. */
  readonly vendor?: Vendor;
}

/** Finds the company that the token acts for. Returns 401 for an operator's token, which acts for no company. */
export async function findActingCompany(
  context: Pick<HandlerContext, 'caller' | 'scopes'>,
): Promise<ActingCompany | ErrorResult> {
  const { caller, scopes } = context;
  const { userId, vendorId } = caller?.claims ?? {};
  const company = caller === undefined ? undefined : await findCompany(context, caller.clientId);
  const user = userId === undefined ? undefined : await scopes.shared.collection(collections.users).get(userId);
  if (company === undefined || user === undefined) return einvoicingErrors.noAccess('It is not the token of a company');
  const vendor = vendorId === undefined ? undefined : await scopes.shared.collection(collections.vendors).get(vendorId);
  return { company, scope: getCompanyScope(context, company.id), user, ...(vendor === undefined ? {} : { vendor }) };
}

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

/**
 * Requires a verified company, because no other company can trade (einvoicing.company.unverified-error,
 * einvoicing.gap.unverified-extent).
 */
export function requireVerified(company: Company): ErrorResult | undefined {
  return company.state === 1 ? undefined : einvoicingErrors.unverified();
}
