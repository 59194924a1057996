// Growing numbers of jobs, uploads and datasets in an inventory, and of request journal entries.
import { type RunningSimulators, startSimulators } from 'api-understudy';
import type { Growing, Thing } from './growing.ts';
import { expect } from './growing-invoices.ts';

const perUpload = 100;

/** Measures a data list, a job's status, a complete job from its upload, and the latest journal entries. */
export const jobs: Thing = {
  what: 'jobs with their uploads, and as many datasets of another tenant',
  sizes: [200, 2000, 20_000],
  make: growingJobs,
};

async function growingJobs(): Promise<Growing> {
  const simulators = await startSimulators({ apis: ['inventory'] });
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'understudy-stage:io',
  });
  const { access_token: token } = await expect(simulators, 200, '/connect/token', { method: 'POST', body });
  const headersOf = (tenantId: string) => ({ authorization: `Bearer ${token}`, tenantId });
  const [few, many] = [headersOf('few'), headersOf('many')];
  const jobId = await upload(simulators, few, 0, 200);
  let done = 0;
  return {
    async growTo(size) {
      for (; done < size; done += 1) {
        // Every hundredth upload contains 100 datasets. The others contain one existing dataset.
        const isLarge = done % perUpload === 0;
        await upload(simulators, many, isLarge ? done : 0, isLarge ? perUpload : 1);
      }
    },
    calls: {
      'GET /io/data, 200 datasets of a tenant': () => expect(simulators, 200, '/io/data', { headers: few }),
      'GET /io/status': () => expect(simulators, 200, '/io/status', { headers: { ...few, jobId } }),
      'a job, from its upload to its end': () => upload(simulators, few, 0, 1),
      'GET /_sim/journal?last=50': () => expect(simulators, 200, '/_sim/journal?last=50', {}),
    },
    close: () => simulators.close(),
  };
}

/** Uploads datasets with one sale each, and waits for the job. @returns the job's id */
async function upload(
  simulators: RunningSimulators,
  headers: Readonly<Record<string, string>>,
  from: number,
  count: number,
): Promise<string> {
  const { url, jobId } = await expect(simulators, 200, '/io/presigned_url', { headers });
  const datasets = Array.from({ length: count }, (_, index) => ({
    datasetId: `dataset-${from + index}`,
    transactions: [{ transactionId: 't', departureDate: '2026-01-05', quantity: 3 }],
  }));
  await expect(simulators, 200, String(url), { method: 'PUT', body: JSON.stringify({ datasets }) });
  for (;;) {
    const { status } = await expect(simulators, 200, '/io/status', { headers: { ...headers, jobId: String(jobId) } });
    if (status === 'success') return String(jobId);
    if (status !== 'inProgress') throw new Error(`The upload ended ${String(status)}`);
  }
}
