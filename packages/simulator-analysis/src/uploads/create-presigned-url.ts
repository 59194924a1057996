import type { Context } from '@understudy/kernel';
import type { UploadTicket } from '../entities.js';
import { presignedUrlValiditySeconds } from '../policies.js';
import type { AnalysisService } from '../service.js';
import { signedPath } from './signed-path.js';

interface PresignInput {
  readonly headers: { readonly tenantId: string };
  readonly query: { readonly type: string };
}

/**
 * Serves Get presigned URL: binds tenant, client, type and a new job id to a signed address (analysis.presign.operation,
 * analysis.gap.tenant-on-upload). The job starts with the upload, not here.
 */
export async function createPresignedUrl({ name, prefix }: AnalysisService, input: PresignInput, context: Context) {
  const jobId = context.ids.next('job');
  const owner = { clientId: context.caller?.clientId ?? '', tenantId: input.headers.tenantId };
  const ticket: UploadTicket = { jobId, owner, type: input.query.type };
  await context.scopes.shared.collection<UploadTicket>('uploads').put(jobId, ticket);
  const expires = Math.floor(context.clock.now().getTime() / 1000) + presignedUrlValiditySeconds;
  const path = signedPath(context.signer, { name, prefix, jobId, expires });
  return {
    status: 200 as const,
    body: { url: `${context.baseUrl}${path}`, jobId, message: 'Presigned URL created' },
  };
}
