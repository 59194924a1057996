import { callJson, presign, tokenFrom } from './ask.mjs';
import { deciding, familiarFor, tenantId } from './familiar.mjs';
import { inventory } from './services/inventory.mjs';
import { payroll } from './services/payroll.mjs';
import { time } from './services/time.mjs';

const services = [inventory, time, payroll];
const datasetIds = ['coffee', 'tea'];

/** Operations of APIs without data of their own find that of the first. */
function serviceOf(api) {
  return services.find(({ name }) => name === api) ?? inventory;
}

function templateOf({ name }) {
  return `fuzz-template-${name}`;
}

/** Prepares the worlds that operations start from, one for each service; resolves with what is known, by service. */
export async function prepareTemplates(simulators) {
  const known = {};
  for (const service of services) known[service.name] = await prepareTemplate(simulators, service);
  return known;
}

/** Data, finished and held jobs, a delivered webhook, subscriptions. */
async function prepareTemplate(simulators, service) {
  const template = templateOf(service);
  const { url, control } = await simulators.control.sandboxes.create(template, {
    clock: 'manual',
    at: '2026-01-15T09:00:00.000Z',
    progression: 'immediate',
    seed: 'empty',
    randomSeed: template,
  });
  const authorization = await tokenFrom(simulators, url, service.scope);
  const call = (path, body) =>
    callJson(simulators, `${url}${service.prefix}${path}`, { tenantId, authorization }, body);
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
  const trained = await call('/start_trainer', training);
  const predicted = await call('/create_prediction', service.prediction(datasetIds));
  const others = {};
  for (const [name, path, bodyOf] of service.jobs) others[name] = (await call(path, bodyOf(datasetIds))).jobId;
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
  for (let count = 0; count < 6; count++) held.push((await call('/start_trainer', training)).jobId);
  const jobs = await control.jobs.list();
  const pending = jobs.filter(({ finishedAt }) => finishedAt === undefined).length;
  if (pending !== held.length) throw new Error(`The world was to have ${held.length} held jobs, but has ${pending}`);
  return { uploaded, trained: trained.jobId, predicted: predicted.jobId, others, held, datasetIds };
}

/** A sandbox for one operation, forked from the template of its API, and what its requests may name. */
export async function openWorld(simulators, { api, operationId, security }, known, mutants) {
  const service = serviceOf(api);
  const template = templateOf(service);
  const name = `fuzz-${api}-${operationId.toLowerCase()}`;
  const { url, control } = await simulators.control.sandboxes.create(name, { from: { sandbox: template } });
  if (!deciding.includes(operationId)) await control.settings.change({ progression: 'immediate' });
  const spares = [];
  if (operationId === 'deleteSandbox') {
    for (let count = 0; count < 3; count++) spares.push((await control.sandboxes.create(`spare-${count}`)).name);
  }
  await control.snapshots.put('start');
  const restorable = ['start'];
  if (operationId === 'restoreSnapshot') restorable.push(...(await putMutants(control, mutants)));
  const guarded = api !== 'control' && security.length > 0;
  const authorization = guarded ? await tokenFrom(simulators, url, service.scope) : undefined;
  const world = { simulators, url, control, known: known[service.name], service, services, template, authorization };
  return {
    url,
    control,
    familiar: await familiarFor(world, operationId, { spares, restorable }),
    close: async () => {
      const kept = ['default', ...services.map(templateOf)];
      for (const sandbox of await simulators.control.sandboxes.list()) {
        if (!kept.includes(sandbox.name)) await simulators.control.sandboxes.delete(sandbox.name);
      }
      for (const { name: snapshot } of await listSnapshots(simulators))
        await simulators.control.snapshots.delete(snapshot);
    },
  };
}

/** What a refused request must leave as it is. Places in the sequences of chance are not state that anybody can see. */
export async function stateOf(simulators, control) {
  const probe = 'fuzz-probe';
  await control.snapshots.put(probe);
  const { ids: _ids, random: _random, ...state } = await control.snapshots.get(probe);
  await control.snapshots.delete(probe);
  const sandboxes = (await simulators.control.sandboxes.list()).map(({ name, progression, seed }) => ({
    name,
    progression,
    seed,
  }));
  return { ...state, sandboxes, snapshots: await listSnapshots(simulators) };
}

/** Stops the clock, if requests have started it, and lets all work end, so that the state stands still. */
export async function settle(control) {
  await control.clock.set({ mode: 'manual' });
  await control.advance('PT0S');
}

async function listSnapshots(simulators) {
  const { snapshots } = await callJson(simulators, `${simulators.url}/_sim/snapshots`, {});
  return snapshots;
}

/** Keeps those of the snapshots that are accepted; gives their names. */
async function putMutants(control, mutants) {
  const kept = [];
  const whole = await control.snapshots.get('start');
  let number = 0;
  for (const { what, value: mutant } of mutants(whole)) {
    const name = `mutant-${number++}-${what.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 80)}`;
    const accepted = await control.snapshots.put(name, mutant).then(
      () => true,
      () => false,
    );
    if (accepted) kept.push(name);
  }
  return kept;
}
