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
import type { operations } from '../generated/types.js';
import { findCompany, getCompanyScope } from './find-company.js';

/** The calling company, represented by one of its users and possibly using a vendor key. */
export interface ActingCompany {
  readonly company: Company;
  /** The company's own data. */
  readonly scope: DataScope;
  readonly user: User;
  /** The vendor whose key was used to get the token. */
  readonly vendor?: Vendor;
}

type CallContext = Pick<HandlerContext, 'caller' | 'scopes'>;

/** Finds the company that the token acts for. Returns 401 for an operator's token, which acts for no company. */
export async function findActingCompany(context: CallContext): Promise<ActingCompany | ErrorResult> {
  const { caller, scopes } = context;
  const { userId, vendorId } = caller?.claims ?? {};
  const company = caller === undefined ? undefined : await findCompany(context, caller.clientId);
  const user = userId === undefined ? undefined : await scopes.shared.collection(collections.users).get(userId);
  if (company === undefined || user === undefined) return einvoicingErrors.noAccess('It is not the token of a company');
  const vendor = vendorId === undefined ? undefined : await scopes.shared.collection(collections.vendors).get(vendorId);
  return { company, scope: getCompanyScope(context, company.id), user, ...(vendor === undefined ? {} : { vendor }) };
}

/**
 * Finds the calling company if it is verified, because only verified companies can trade
 * (einvoicing.company.unverified-error, einvoicing.gap.unverified-extent).
 */
export async function findVerifiedCompany(context: CallContext): Promise<ActingCompany | ErrorResult> {
  const acting = await findActingCompany(context);
  return 'refused' in acting || acting.company.state === 1 ? acting : einvoicingErrors.unverified();
}

export type Handler<Id extends keyof operations> = OperationHandler<operations[Id]>;

/**
 * Wraps handlers that need data of the caller, such as its company. If `find` returns an error, the handler is not
 * called.
 */
export function handleWith<Found extends object>(
  find: (context: HandlerContext, path: Readonly<Record<string, string>>) => Promise<Found | ErrorResult>,
) {
  return <Id extends keyof operations>(
    serve: (
      input: TypedHandlerInput<operations[Id]>,
      context: HandlerContext,
      found: Found,
    ) => Promise<DocumentedResponse<operations[Id]> | ErrorResult>,
  ): Handler<Id> =>
    async (input, context) => {
      const path = 'path' in input ? Object.entries(input.path).map(([name, value]) => [name, String(value)]) : [];
      const found = await find(context, Object.fromEntries(path));
      return 'refused' in found ? found : await serve(input, context, found);
    };
}

export const handleForCompany = handleWith(findActingCompany);
export const handleForVerified = handleWith(findVerifiedCompany);
