import { createHash } from 'node:crypto';
import { isObject } from '@understudy/contract';
import type { HandlerContext, JobKindWithInput, TextSigner } from '@understudy/kernel';
import { readUpload } from '../compute/check-upload.js';
import { analysisCollections, toExpirySecond, type UploadTicket } from '../entities.js';
import { uploadErrors } from '../errors.js';
import { getDataOwner } from '../jobs/find-own-job.js';
import { type AnalysisJobInput, findUsableWebhook } from '../jobs/job-outcome.js';
import type { AnalysisService, DatasetShape } from '../service.js';
import { presignedUrlValiditySeconds } from '../settings.js';
import { scanUpload } from './scan-upload.js';

interface UploadInput {
  readonly path: { readonly jobId: string };
  readonly query: { readonly expires?: string };
  readonly body: Uint8Array | undefined;
}

/** The input of a job started by an upload: the uploaded data, or the error from reading it. */
export interface UploadJobInput extends AnalysisJobInput {
  /** For a prediction: the decoded body. */
  readonly body?: unknown;
  /** For raw data: the body as text. It can be large, and text is cheaper to store and to pass to a thread. */
  readonly text?: string;
  readonly fault?: string;
}

/** Serves the PUT to a presigned URL without reading the body (analysis.state.rule1-upload-200). */
export async function uploadData(
  service: AnalysisService,
  jobs: Readonly<Record<string, JobKindWithInput<UploadJobInput>>>,
  input: UploadInput,
  context: HandlerContext,
) {
  const { jobId } = input.path;
  const { headers, url } = context.request;
  if (headers['authorization'] !== undefined) return uploadErrors.twoMechanisms();
  const expires = Number(input.query.expires);
  const { name, prefix } = service;
  if (!isSignedPath(context.signer, { name, prefix, jobId, expires }, url)) return uploadErrors.altered();
  const ticket = await context.scopes.shared.collection(analysisCollections.uploads).get(jobId);
  const now = context.clock.now().getTime();
  // The signature is valid, but the ticket is gone: the sandbox was reset, or the ticket expired and was deleted.
  if (ticket === undefined && now < expires * 1000) return uploadErrors.altered();
  // Clients that cannot omit the header send an empty one (analysis.gap.upload-content-type).
  if (service.refusesContentTypeOnUpload && headers['content-type']) return uploadErrors.contentType();
  if (ticket === undefined || now >= Date.parse(ticket.expiresAt)) return uploadErrors.expired();

  const bytes = input.body ?? new Uint8Array();
  const kind = jobs[ticket.type];
  if (kind === undefined) throw new Error(`Uploads of type ${ticket.type} start no job in ${name}`);
  const jobInput = uploadJobInput(service, ticket.type, bytes);
  // Results of an earlier upload to this URL do not belong to the new one (analysis.gap.upload-reuse).
  await context.scopes.of(ticket.owner).collection(analysisCollections.results).delete(jobId);
  await context.jobs.start(kind, jobInput, { owner: ticket.owner, keys: jobInput.datasetIds, id: jobId });
  context.note(service.beyondGuideline?.(kind.name, jobInput.records ?? 0));
  const etag = createHash('md5').update(bytes).digest('hex');
  return { status: 200 as const, headers: { ETag: `"${etag}"` } };
}

function uploadJobInput(service: AnalysisService, type: string, bytes: Uint8Array): UploadJobInput {
  const label = type === 'prediction' ? 'Prediction' : 'Upload';
  const scanned = type === 'raw_data' ? scanUpload(bytes, service.shape) : undefined;
  if (scanned !== undefined) {
    const { webhook, ...content } = scanned;
    return { label, ...content, ...webhookPart(webhook) };
  }
  const read = readUpload(bytes);
  if ('fault' in read) return { label, datasetIds: [], fault: read.fault };
  const { value } = read;
  return {
    label,
    datasetIds: namedDatasets(service, value),
    ...(type === 'prediction' ? { body: value } : { text: new TextDecoder().decode(bytes) }),
    records: countRecords(value, service.shape),
    ...webhookPart(value['webhook']),
  };
}

function webhookPart(value: unknown): Pick<UploadJobInput, 'webhook'> {
  const webhook = findUsableWebhook(value);
  return webhook === undefined ? {} : { webhook };
}

/** Returns the dataset ids that can be read from a body. The job waits for other jobs with these datasets. */
function namedDatasets({ shape }: AnalysisService, body: Record<string, unknown>): string[] {
  const ids = itemsOfBody(body).map((item) => (isObject(item) ? (item[shape.idKey] ?? item['datasetId']) : undefined));
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

/** Returns the items of an unchecked body, one per dataset, for any of the services. */
function itemsOfBody(body: Record<string, unknown>): unknown[] {
  const lists = ['datasets', 'parametersArray', 'parameters'].map((key) => body[key]);
  return lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
}

/** Returns the estimated number of records in an unchecked upload. */
function countRecords(body: Record<string, unknown>, { recordsKey }: DatasetShape): number {
  const lists = itemsOfBody(body).map((item) => (isObject(item) ? item[recordsKey] : undefined));
  return lists.reduce((total: number, list) => total + (Array.isArray(list) ? list.length : 0), 0);
}

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
  // Deletes more tickets than each request adds, so that expired tickets disappear without a long delay for any single
  // request.
  for (const { key } of await tickets.range('expiry', [], [now], { limit: 2 })) await tickets.delete(key);
  // The URL states whole seconds. The ticket expires exactly, to the millisecond (analysis.gap.presign-validity-edge).
  const expires = toExpirySecond(ticket.expiresAt);
  const path = createSignedPath(context.signer, { name, prefix, jobId, expires });
  return { status: 200 as const, body: { url: `${context.baseUrl}${path}`, jobId, message: 'Presigned URL created' } };
}

/** The signed values of an upload URL. `expires`: Unix time in seconds. */
interface UploadAddress {
  readonly name: string;
  readonly prefix: string;
  readonly jobId: string;
  readonly expires: number;
}

export function createSignedPath(signer: TextSigner, address: UploadAddress): string {
  const { prefix, jobId, expires } = address;
  return `/_uploads${prefix}/${jobId}?expires=${expires}&signature=${signer.sign(signedText(address))}`;
}

/** Returns whether a path and query exactly match a result of {@link createSignedPath}. */
export function isSignedPath(signer: TextSigner, address: UploadAddress, url: string): boolean {
  const signature = /&signature=([0-9a-f]{64})$/.exec(url)?.[1] ?? '';
  const { prefix, jobId, expires } = address;
  const exact = url === `/_uploads${prefix}/${jobId}?expires=${expires}&signature=${signature}`;
  return exact && signer.verify(signedText(address), signature);
}

function signedText({ name, jobId, expires }: UploadAddress): string {
  return `PUT ${name} ${jobId} ${expires}`;
}
