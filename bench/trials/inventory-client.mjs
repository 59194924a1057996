// What a client of the inventory API does, for trials in which it must succeed: every refusal ends the trial.
import { setTimeout as sleep } from 'node:timers/promises';
import { GateFailed } from '../../scripts/gates/gate.ts';
import { call, callJson } from './call.mjs';

const form = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';

/** Gets a token; resolves with the headers of a tenant's calls. */
export async function authorize(baseUrl, tenantId) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { access_token: token } = expectStatus(
    200,
    await call('POST', `${baseUrl}/connect/token`, { headers, body: form }),
  );
  return { authorization: `Bearer ${token}`, tenantId };
}

/** Gets a presigned URL. */
export async function presign(baseUrl, headers) {
  return expectStatus(200, await call('GET', `${baseUrl}/io/presigned_url`, { headers }));
}

/** Uploads a body; resolves with the id of its job. */
export async function upload(baseUrl, headers, body) {
  const { url, jobId } = await presign(baseUrl, headers);
  expectStatus(200, await call('PUT', url, { body }));
  return jobId;
}

/** Starts the training of datasets; resolves with the id of its job. */
export async function train(baseUrl, headers, datasetIds, more = {}) {
  const parametersArray = datasetIds.map((datasetId) => ({ datasetId, frequency: 'D', horizon: 30 }));
  const answer = await callJson('POST', `${baseUrl}/io/start_trainer`, { parametersArray, ...more }, headers);
  return expectStatus(202, answer).jobId;
}

/** Waits until a job has ended; resolves with its status. */
export async function ended(baseUrl, headers, jobId, pauseMs = 100) {
  for (;;) {
    const { status } = expectStatus(200, await call('GET', `${baseUrl}/io/status`, { headers: { ...headers, jobId } }));
    if (status !== 'inProgress') return status;
    await sleep(pauseMs);
  }
}

/** The body of an answer that must have this status. @throws GateFailed with what came instead */
export function expectStatus(expected, { status, broken, text = '' }) {
  if (status !== expected) {
    throw new GateFailed(`Expected ${expected}, but got ${broken ?? status}: ${text.slice(0, 500)}`);
  }
  return text === '' ? undefined : JSON.parse(text);
}
