import type { Context, Refusal } from '@understudy/kernel';
import { type Acting, actingCompany } from '../access/acting-company.js';
import { refusals } from '../errors.js';
import { storedAssignment, type WithEvents } from './stored-assignments.js';

/** An assignment of the company that asks. @returns 404 for unknown and foreign ids alike */
export async function findAssignment(
  context: Pick<Context, 'caller' | 'scopes'>,
  id: string,
): Promise<(WithEvents & { readonly acting: Acting }) | Refusal> {
  const acting = await actingCompany(context);
  if ('refused' in acting) return acting;
  const found = await storedAssignment(acting.scope, id.toLowerCase());
  return found === undefined ? refusals.notFound() : { ...found, acting };
}
