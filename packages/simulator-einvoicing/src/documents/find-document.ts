import type { Context, Refusal } from '@understudy/kernel';
import { type Acting, actingCompany } from '../access/acting-company.js';
import { requireVerified } from '../access/require-verified.js';
import { refusals } from '../errors.js';
import { documentCollections, type StoredDocument } from './entities.js';

/** A document of the company that asks. @returns 401 for an unverified company, 404 for unknown and foreign ids alike */
export async function findDocument(
  context: Pick<Context, 'caller' | 'scopes'>,
  id: string,
): Promise<{ readonly acting: Acting; readonly document: StoredDocument } | Refusal> {
  const acting = await actingCompany(context);
  if ('refused' in acting) return acting;
  const unverified = requireVerified(acting.company);
  if (unverified !== undefined) return unverified;
  const document = await acting.scope.collection(documentCollections.documents).get(id.toLowerCase());
  return document === undefined ? refusals.notFound() : { acting, document };
}
