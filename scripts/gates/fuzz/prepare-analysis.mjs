import { presign } from './ask.mjs';
import { tenantId } from './familiar.mjs';

const datasetIds = ['coffee', 'tea'];

/** Data, finished and held jobs, a delivered webhook and subscriptions of an analysis service; resolves with their ids. */
export async function prepareAnalysis({ simulators, service, url, control, authorization, call }) {
  const webhook = { webhookUrl: control.inbox('box').url, webhookApiKey: 'key' };
  const { url: link, jobId: uploaded } = await presign(
    simulators,
    url,
    { service, tenantId, authorization },
    'raw_data',
  );
  const upload = { datasets: datasetIds.map(service.datasetOf), webhook };
  await simulators.fetch(link, { method: 'PUT', body: new TextEncoder().encode(JSON.stringify(upload)) });
  const training = service.training(datasetIds);
  const trained = await call(`${service.prefix}/start_trainer`, training);
  const predicted = await call(`${service.prefix}/create_prediction`, service.prediction(datasetIds));
  const others = {};
  for (const [name, path, bodyOf] of service.jobs) {
    others[name] = (await call(`${service.prefix}${path}`, bodyOf(datasetIds))).jobId;
  }
  await control.action(service.name, 'addSubscriptions', {
    tenantId,
    datasetId: 'coffee',
    subscriptionIds: ['s1', 's2'],
  });
  for (const { id, status } of await control.jobs.list()) {
    if (status !== 'success') throw new Error(`The world of ${service.name} was to have job ${id} end in success`);
  }
  await control.settings.change({ progression: 'manual' });
  const held = [];
  for (let count = 0; count < 6; count++) {
    held.push((await call(`${service.prefix}/start_trainer`, training)).jobId);
  }
  const jobs = await control.jobs.list();
  const pending = jobs.filter(({ finishedAt }) => finishedAt === undefined).length;
  if (pending !== held.length) throw new Error(`The world was to have ${held.length} held jobs, but has ${pending}`);
  return { uploaded, trained: trained.jobId, predicted: predicted.jobId, others, held, datasetIds };
}
