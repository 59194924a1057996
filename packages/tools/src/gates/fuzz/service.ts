import type { FuzzEnvironment } from '@understudy/kernel/fuzz';
import type { FuzzApi } from '@understudy/kernel/testing';
import type { AnalysisFuzz } from '@understudy/simulator-analysis/fuzz';
import type { Control, RunningSimulators } from 'api-understudy';

/** The tenant of the requests. */
export const tenantId = 't1';

/** A sandbox of the simulators of this process. */
export interface Place {
  readonly simulators: RunningSimulators;
  /** Base URL of the sandbox. */
  readonly url: string;
  readonly control: Control;
}

/** An API with what generated requests to it need. */
export interface Service extends FuzzApi {
  readonly name: string;
  /** Of its paths. */
  readonly prefix: string | undefined;
  /** Scope of its tokens, if the identity provider issues them. */
  readonly scope: string | undefined;
}

export type AnalysisService = Service & AnalysisFuzz;

export function isAnalysis(service: Service): service is AnalysisService {
  return 'datasetOf' in service;
}

type Server = FuzzEnvironment['simulators'];

const json = { 'content-type': 'application/json' };

export const credentials = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };

/** Returns a value for the header `Authorization`. */
export async function tokenFrom(simulators: Server, url: string, scope: string): Promise<string> {
  const form = new URLSearchParams({ ...credentials, scope });
  const response = await simulators.fetch(`${url}/connect/token`, { method: 'POST', body: form });
  const { access_token: token }: { access_token: string } = JSON.parse(await response.text());
  return `Bearer ${token}`;
}

/**
 * Sends a GET, or a POST if there is a body.
 *
 * @returns the body of the response
 * @throws Error when the status is not 2xx
 */
export async function callJson<Body = Readonly<Record<string, unknown>>>(
  simulators: Server,
  address: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Body> {
  const init =
    body === undefined ? { headers } : { method: 'POST', headers: { ...headers, ...json }, body: JSON.stringify(body) };
  const response = await simulators.fetch(address, init);
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return JSON.parse(await response.text());
}

export async function presign(
  simulators: Server,
  url: string,
  { service, tenantId, authorization }: { service: Service; tenantId: string; authorization: string },
  type: string,
): Promise<{ url: string; jobId: string }> {
  const address = `${url}${service.prefix}/presigned_url?type=${type}`;
  return await callJson(simulators, address, { tenantId, authorization });
}
