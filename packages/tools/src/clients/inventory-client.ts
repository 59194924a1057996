// A client of the inventory API whose calls must succeed.
import { setTimeout as sleep } from 'node:timers/promises';
import { GateFailed } from '../gate.ts';
import { callAgain, callJson, type Seen } from './call.ts';

/** Headers that identify a tenant's calls. */
export type TenantHeaders = Readonly<Record<'authorization' | 'tenantId', string>>;

// Bodies of raw-data uploads, as shops send them.

const start = Date.UTC(2023, 0, 1);
const day = 24 * 60 * 60 * 1000;

/** Gets a token. @returns the value of `Authorization` */
export async function bearerFrom(url: string, form: Readonly<Record<string, string>>): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const seen = await callAgain('POST', url, { headers, body: new URLSearchParams(form).toString() });
  return `Bearer ${expectStatus<{ access_token: string }>(200, seen).access_token}`;
}

/** Gets a token of the demo client. @returns the value of `Authorization` */
export function demoBearer(baseUrl: string, scope = 'understudy-stage:io'): Promise<string> {
  const client = { client_id: 'demo-client', client_secret: 'demo-secret' };
  return bearerFrom(`${baseUrl}/connect/token`, { grant_type: 'client_credentials', ...client, scope });
}

/** Gets a token. @returns the headers of a tenant's calls */
export async function authorize(baseUrl: string, tenantId: string): Promise<TenantHeaders> {
  return { authorization: await demoBearer(baseUrl), tenantId };
}

export async function presign(baseUrl: string, headers: TenantHeaders): Promise<{ url: string; jobId: string }> {
  return expectStatus(200, await callAgain('GET', `${baseUrl}/io/presigned_url`, { headers }));
}

/** Uploads a body. @returns the id of its job */
async function upload(baseUrl: string, headers: TenantHeaders, body: string | Uint8Array): Promise<string> {
  const { url, jobId } = await presign(baseUrl, headers);
  expectStatus(200, await callAgain('PUT', url, { body }));
  return jobId;
}

/** Starts to train datasets. @returns the id of the job */
export async function train(baseUrl: string, headers: TenantHeaders, datasetIds: readonly string[]): Promise<string> {
  const parametersArray = datasetIds.map((datasetId) => ({ datasetId, frequency: 'D', horizon: 30 }));
  const answer = await callJson('POST', `${baseUrl}/io/start_trainer`, { parametersArray }, headers);
  return expectStatus<{ jobId: string }>(202, answer).jobId;
}

/** Sends a training request for the demo data, valid or not. Its webhook goes to the inbox `orders`. */
export async function trainForOrders(baseUrl: string, headers: TenantHeaders, parameters: object): Promise<void> {
  const webhook = { webhookUrl: `${baseUrl}/_sim/inbox/orders` };
  await callJson('POST', `${baseUrl}/io/start_trainer`, { parametersArray: [parameters], webhook }, headers);
}

/** Waits until a job finishes. @returns its status */
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

/** @returns the JSON body, `null` when it is empty @throws GateFailed for another status */
export function expectStatus<Body = unknown>(expected: number, { status, broken, text }: Seen): Body {
  if (status !== expected) {
    throw new GateFailed(`Expected ${expected}, but got ${broken ?? status}: ${text.slice(0, 500)}`);
  }
  return JSON.parse(text === '' ? 'null' : text);
}

/** Uploads datasets and waits. @returns the id of the job @throws GateFailed unless it succeeds */
export async function uploadDatasets(
  baseUrl: string,
  headers: TenantHeaders,
  ids: readonly string[],
  records: number,
): Promise<string> {
  const body = JSON.stringify({ datasets: ids.map((id) => dataset(id, records)) });
  const jobId = await upload(baseUrl, headers, body);
  const status = await ended(baseUrl, headers, jobId, 20);
  if (status !== 'success') throw new GateFailed(`The upload to ${baseUrl} finished with ${status}`);
  return jobId;
}

/** Starts a forecast of trained datasets. @returns the id of the job */
export async function predict(baseUrl: string, headers: TenantHeaders, datasetIds: readonly string[]): Promise<string> {
  const parametersArray = datasetIds.map((datasetId) => ({
    datasetId,
    currentInventoryLevel: 500,
    wantedServiceLevel: 0.95,
    replenishmentInterval: { value: 1, granularity: 'W' },
    supplier: { supplierId: 'depot', batchSize: 10, leadTime: { value: 2, granularity: 'D' } },
  }));
  const answer = await callJson('POST', `${baseUrl}/io/create_prediction`, { parametersArray }, headers);
  return expectStatus<{ jobId: string }>(202, answer).jobId;
}

/** Returns a dataset with one sale a day, a weekly pattern and a trend. */
function dataset(datasetId: string, records: number) {
  return {
    datasetId,
    transactions: Array.from({ length: records }, (_, index) => ({
      transactionId: `${datasetId}-${index}`,
      // The sales cover three years; further sales start again at the first day.
      departureDate: new Date(start + (index % 1095) * day).toISOString().slice(0, 10),
      quantity: 10 + (index % 7) * 2 + Math.floor(index / 100) + ((index * 7919) % 5),
      unitPrice: 12.5,
      unitCost: 7.5,
    })),
  };
}

/** Returns an upload body of at least the given number of bytes, with the given number of datasets. */
export function uploadOfSize(name: string, bytes: number, datasets: number): Buffer {
  const perRecord = JSON.stringify(dataset(name, 1000).transactions).length / 1000;
  for (let records = Math.floor(bytes / perRecord / datasets); ; records += 20) {
    const parts = Array.from({ length: datasets }, (_, index) => dataset(`${name}-${index}`, records));
    const body = Buffer.from(JSON.stringify({ datasets: parts }));
    if (body.length >= bytes) return body;
  }
}
