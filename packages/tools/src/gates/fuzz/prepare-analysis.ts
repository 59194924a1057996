import type { FuzzCall } from '@understudy/kernel/testing';
import { type AnalysisService, type Place, presign, tenantId } from './service.ts';

const datasetIds = ['coffee', 'tea'];

/** Ids of jobs and datasets in the sandbox of an analysis service. */
export interface AnalysisKnown {
  readonly uploaded: string;
  readonly trained: string;
  readonly predicted: string;
  /** Other jobs, by name. */
  readonly others: Readonly<Record<string, string>>;
  readonly held: readonly string[];
  readonly datasetIds: readonly string[];
}

interface Prepared extends Place {
  readonly service: AnalysisService;
  readonly authorization: string;
  readonly call: FuzzCall;
}

/**
 * Creates data, finished and pending jobs, a delivered webhook and subscriptions of an analysis service.
 *
 * @returns their ids
 */
export async function prepareAnalysis(prepared: Prepared): Promise<AnalysisKnown> {
  const { simulators, service, url, control, authorization, call } = prepared;
  const webhook = { webhookUrl: control.inbox('box').url, webhookApiKey: 'key' };
  const asking = { service, tenantId, authorization };
  const { url: link, jobId: uploaded } = await presign(simulators, url, asking, 'raw_data');
  const upload = { datasets: datasetIds.map((datasetId) => service.datasetOf(datasetId)), webhook };
  await simulators.fetch(link, { method: 'PUT', body: new TextEncoder().encode(JSON.stringify(upload)) });
  const training = service.training(datasetIds);
  const jobOf = async (path: string, body: object) => String((await call(`${service.prefix}${path}`, body)).jobId);
  const trained = await jobOf('/start_trainer', training);
  const predicted = await jobOf('/create_prediction', service.prediction(datasetIds));
  const others: Record<string, string> = {};
  for (const [name, path, bodyOf] of service.jobs) others[name] = await jobOf(path, bodyOf(datasetIds));
  const subscriptionIds = ['s1', 's2'];
  await control.action(service.name, 'addSubscriptions', { tenantId, datasetId: 'coffee', subscriptionIds });
  for (const { id, status } of await control.jobs.list()) {
    if (status !== 'success') throw new Error(`Preparing ${service.name}: job ${id} should end as success`);
  }
  await control.settings.change({ progression: 'manual' });
  const held: string[] = [];
  for (let count = 0; count < 6; count++) held.push(await jobOf('/start_trainer', training));
  const jobs = await control.jobs.list();
  const pending = jobs.filter(({ finishedAt }) => finishedAt === undefined).length;
  if (pending !== held.length)
    throw new Error(`The sandbox should have ${held.length} pending jobs, but has ${pending}`);
  return { uploaded, trained, predicted, others, held, datasetIds };
}
