// What a client of the inventory API does, for trials in which it must succeed: every refusal ends the trial.
import { setTimeout as sleep } from 'node:timers/promises';
import { GateFailed } from '../gate.ts';
import { callAgain, callJson, type Seen } from './call.ts';

/** Headers that identify a tenant's calls. */
export type TenantHeaders = Readonly<Record<'authorization' | 'tenantId', string>>;

const form = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';

/** Gets a token; resolves with the headers of a tenant's calls. */
export async function authorize(baseUrl: string, tenantId: string): Promise<TenantHeaders> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { access_token: token } = expectStatus<{ access_token: string }>(
    200,
    await callAgain('POST', `${baseUrl}/connect/token`, { headers, body: form }),
  );
  return { authorization: `Bearer ${token}`, tenantId };
}

/** Gets a presigned URL. */
export async function presign(baseUrl: string, headers: TenantHeaders): Promise<{ url: string; jobId: string }> {
  return expectStatus(200, await callAgain('GET', `${baseUrl}/io/presigned_url`, { headers }));
}

/** Uploads a body; resolves with the id of its job. */
export async function upload(baseUrl: string, headers: TenantHeaders, body: string | Uint8Array): Promise<string> {
  const { url, jobId } = await presign(baseUrl, headers);
  expectStatus(200, await callAgain('PUT', url, { body }));
  return jobId;
}

/** Starts the training of datasets; resolves with the id of its job. */
export async function train(baseUrl: string, headers: TenantHeaders, datasetIds: readonly string[]): Promise<string> {
  const parametersArray = datasetIds.map((datasetId) => ({ datasetId, frequency: 'D', horizon: 30 }));
  const answer = await callJson('POST', `${baseUrl}/io/start_trainer`, { parametersArray }, headers);
  return expectStatus<{ jobId: string }>(202, answer).jobId;
}

/** Waits until a job has ended; resolves with its status. */
export async function ended(baseUrl: string, headers: TenantHeaders, jobId: string, pauseMs = 100): Promise<string> {
  for (;;) {
    const { status } = expectStatus<{ status: string }>(
      200,
      await callAgain('GET', `${baseUrl}/io/status`, { headers: { ...headers, jobId } }),
    );
    if (status !== 'inProgress') return status;
    await sleep(pauseMs);
  }
}

/** The JSON body of an answer that must have this status; `null` when it is empty. @throws GateFailed with what came instead */
export function expectStatus<Body = unknown>(expected: number, { status, broken, text }: Seen): Body {
  if (status !== expected) {
    throw new GateFailed(`Expected ${expected}, but got ${broken ?? status}: ${text.slice(0, 500)}`);
  }
  return JSON.parse(text === '' ? 'null' : text);
}
