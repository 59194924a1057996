import type { DocumentedResponse, ErrorResult, HandlerContext } from '@understudy/kernel';
import type { AuthenticatedClient } from '../clients/authenticate-client.js';
import type { operations } from '../generated/types.js';
import type { RequestParameters } from '../records/parameters.js';

type TokenAnswer = DocumentedResponse<operations['requestGrant']> | ErrorResult;

/** Serves the token requests of one `grant_type`. */
export type GrantHandler = (
  parameters: RequestParameters,
  from: AuthenticatedClient,
  context: HandlerContext,
) => Promise<TokenAnswer>;
