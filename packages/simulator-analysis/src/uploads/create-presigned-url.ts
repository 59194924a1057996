import type { HandlerContext } from '@understudy/kernel';
import { analysisCollections, toExpirySecond, type UploadTicket } from '../entities.js';
import { getDataOwner } from '../get-data-owner.js';
import { presignedUrlValiditySeconds } from '../policies.js';
import type { AnalysisService } from '../service.js';
import { createSignedPath } from './signed-path.js';

/** Serves Get presigned URL. The upload starts the job (analysis.presign.operation, analysis.gap.tenant-on-upload). */
export async function createPresignedUrl(
  { name, prefix }: AnalysisService,
  input: { readonly headers: { readonly tenantId: string }; readonly query: { readonly type: string } },
  context: HandlerContext,
) {
  const jobId = context.ids.next('job');
  const owner = getDataOwner(context, input.headers.tenantId);
  const expiresAt = context.clock.now().getTime() + presignedUrlValiditySeconds * 1000;
  const ticket: UploadTicket = { jobId, owner, type: input.query.type, expiresAt: new Date(expiresAt).toISOString() };
  const tickets = context.scopes.shared.collection(analysisCollections.uploads);
  await tickets.put(jobId, ticket);
  const now = Math.floor(context.clock.now().getTime() / 1000);
  // Deletes more tickets than each request adds, so that expired tickets disappear and no request pays for many.
  for (const { key } of await tickets.range('expiry', [], [now], { limit: 2 })) await tickets.delete(key);
  // The URL has whole seconds. The ticket decides, to the millisecond (analysis.gap.presign-validity-edge).
  const expires = toExpirySecond(ticket.expiresAt);
  const path = createSignedPath(context.signer, { name, prefix, jobId, expires });
  return { status: 200 as const, body: { url: `${context.baseUrl}${path}`, jobId, message: 'Presigned URL created' } };
}
