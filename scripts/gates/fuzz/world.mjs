const template = 'fuzz-template';
const tenantId = 't1';
const json = { 'content-type': 'application/json' };

/** Operations that decide about jobs which are held until they do. */
const deciding = ['completeJob', 'failJob'];

/** Prepares the world that every operation starts from: data, finished and held jobs, a delivered webhook, a snapshot. */
export async function prepareTemplate(simulators) {
  const { url, control } = await simulators.control.sandboxes.create(template, {
    clock: 'manual',
    at: '2026-01-15T09:00:00.000Z',
    progression: 'immediate',
    seed: 'empty',
    randomSeed: template,
  });
  const authorization = await tokenFrom(simulators, url);
  const call = (path, body) => callJson(simulators, `${url}${path}`, { tenantId, authorization }, body);
  const upload = async (body) => {
    const { url: link, jobId } = await call('/io/presigned_url');
    await simulators.fetch(link, { method: 'PUT', body: new TextEncoder().encode(JSON.stringify(body)) });
    return jobId;
  };
  const datasetIds = ['coffee', 'tea'];
  const webhook = { webhookUrl: control.inbox('box').url, webhookApiKey: 'key' };
  const uploaded = await upload({ datasets: datasetIds.map(salesOf), webhook });
  const training = { parametersArray: datasetIds.map((datasetId) => ({ datasetId, frequency: 'D', horizon: 14 })) };
  const trained = await call('/io/start_trainer', training);
  const predicted = await call('/io/create_prediction', { parametersArray: datasetIds.map(predictionOf) });
  const classified = await call('/io/start_inventory_classification', { datasetIds, abcDriver: 'revenue' });
  await control.action('inventory', 'addSubscriptions', {
    tenantId,
    datasetId: 'coffee',
    subscriptionIds: ['s1', 's2'],
  });
  await control.settings.change({ progression: 'manual' });
  const held = [];
  for (let count = 0; count < 6; count++) held.push((await call('/io/start_trainer', training)).jobId);
  const jobs = await control.jobs.list();
  const pending = jobs.filter(({ finishedAt }) => finishedAt === undefined).length;
  if (pending !== held.length) throw new Error(`The world was to have ${held.length} held jobs, but has ${pending}`);
  return {
    uploaded,
    trained: trained.jobId,
    predicted: predicted.jobId,
    classified: classified.jobId,
    held,
    datasetIds,
  };
}

/** A sandbox for one operation, forked from the template, and what its requests may name. */
export async function openWorld(simulators, { api, operationId, security }, known, mutants) {
  const name = `fuzz-${operationId.toLowerCase()}`;
  const { url, control } = await simulators.control.sandboxes.create(name, { from: { sandbox: template } });
  if (!deciding.includes(operationId)) await control.settings.change({ progression: 'immediate' });
  const spares = [];
  if (operationId === 'deleteSandbox') {
    for (let count = 0; count < 3; count++) spares.push((await control.sandboxes.create(`spare-${count}`)).name);
  }
  await control.snapshots.put('start');
  const restorable = ['start'];
  if (operationId === 'restoreSnapshot') restorable.push(...(await putMutants(control, mutants)));
  const authorization = api !== 'control' && security.length > 0 ? await tokenFrom(simulators, url) : undefined;
  return {
    url,
    control,
    familiar: {
      authorization,
      values: familiarValues(known, { spares, restorable, deliveries: await control.deliveries.list(), operationId }),
      ...(await familiarWhole(simulators, { url, control, known }, operationId)),
    },
    close: async () => {
      for (const sandbox of await simulators.control.sandboxes.list()) {
        if (sandbox.name !== 'default' && sandbox.name !== template)
          await simulators.control.sandboxes.delete(sandbox.name);
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

function familiarValues(known, { spares, restorable, deliveries, operationId }) {
  const { uploaded, trained, predicted, classified, held, datasetIds } = known;
  const inbox =
    operationId.startsWith('receive') || ['answerInbox', 'listMessages', 'clearInbox'].includes(operationId);
  const finished = Array(4).fill(operationId.includes('Classification') ? classified : predicted);
  return {
    tenantId: [tenantId, tenantId, tenantId, 'other'],
    jobId: deciding.includes(operationId) ? held : [...finished, trained, uploaded, classified, held[0], 'none'],
    datasetId: datasetIds,
    datasetIds,
    subscriptionIds: ['s1', 's2', 'none'],
    predictionId: [1, 2],
    page: [1],
    name: inbox ? ['box', 'box-2'] : [...spares, 'a', 'b2', 'default'],
    sandbox: [template, 'none'],
    snapshot: restorable,
    deliveryId: [...deliveries.map(({ id }) => id), 'none'],
    api: ['inventory', 'identity'],
    action: ['addSubscriptions', 'registerClient', 'acceptIntegration', 'revokeToken'],
    operationId: ['getJobStatus', 'startTrainer'],
    webhookUrl: ['http://understudy.local/_sim/inbox/box', 'http://shop.example/hook'],
    // Seeding the demo trains models; once is enough.
    seed: ['empty', 'empty', 'empty', 'empty', 'empty', 'empty', 'empty', 'demo'],
  };
}

/** Whole requests that mean something, where single values do not add up to one. */
async function familiarWhole(simulators, { url, control, known }, operationId) {
  // Waiting takes real time.
  if (operationId === 'listMessages') return { always: { query: { timeout: '0.01' } } };
  if (operationId === 'waitForJournal') {
    await tokenFrom(simulators, url);
    return {
      always: { body: { timeout: 'PT0.01S' } },
      bodies: [{ match: {} }, { match: { api: 'identity' }, count: 1 }],
    };
  }
  if (operationId === 'uploadData') {
    const authorization = await tokenFrom(simulators, url);
    const links = [];
    for (const type of ['raw_data', 'prediction', 'raw_data']) {
      const address = `${url}/io/presigned_url?type=${type}`;
      const { url: link, jobId } = await callJson(simulators, address, { tenantId, authorization });
      links.push({ jobId, ...Object.fromEntries(new URL(link).searchParams) });
    }
    return { together: [...links, {}] };
  }
  if (operationId === 'requestToken') {
    const good = { ...credentials, scope: 'understudy-stage:io' };
    return { bodies: [good, { ...good, scope: 'understudy-stage:none' }, { ...good, client_secret: 'none' }] };
  }
  if (operationId === 'uploadFeedback') {
    const of = (datasetId) => ({ datasetId, jobId: known.predicted, predictions: [{ predictionId: 1, good: true }] });
    return { bodies: [{ datasets: known.datasetIds.map(of) }, { datasets: [of('none')] }] };
  }
  if (operationId === 'runAction') {
    return {
      together: [
        { api: 'inventory', action: 'addSubscriptions' },
        { api: 'identity', action: 'registerClient' },
        { api: 'identity', action: 'acceptIntegration' },
        { api: 'identity', action: 'revokeToken' },
        {},
      ],
      bodies: [
        { tenantId, datasetId: 'coffee', subscriptionIds: ['s3'] },
        { clientId: 'demo-client' },
        {
          clientId: 'second',
          clientSecret: 'secret',
          scopes: ['io'],
          accepted: false,
          tokenLifetime: 60,
          tenants: ['t1'],
        },
        { token: await tokenFrom(simulators, url) },
      ],
    };
  }
  if (operationId === 'seedSandbox') {
    const tenants = { t9: { datasets: [salesOf('coffee')], training: { frequency: 'D', horizon: 2 } } };
    return {
      bodies: [{ data: { inventory: { tenants } } }, { data: { inventory: {} } }, { data: {} }, { seed: 'empty' }],
    };
  }
  if (operationId === 'createSandbox') {
    const from = { sandbox: template };
    return {
      bodies: ['one', 'two', 'three'].flatMap((name) => [
        { name, clock: 'manual' },
        { name: `${name}-fork`, from },
      ]),
    };
  }
  if (operationId === 'putSnapshot') return { bodies: [await control.snapshots.get('start')] };
  return {};
}

const credentials = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };

async function tokenFrom(simulators, url) {
  const form = new URLSearchParams({ ...credentials, scope: 'understudy-stage:io' });
  const response = await simulators.fetch(`${url}/connect/token`, { method: 'POST', body: form });
  const { access_token: token } = await response.json();
  return `Bearer ${token}`;
}

async function callJson(simulators, address, headers, body) {
  const init =
    body === undefined ? { headers } : { method: 'POST', headers: { ...headers, ...json }, body: JSON.stringify(body) };
  const response = await simulators.fetch(address, init);
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return await response.json();
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

function salesOf(datasetId) {
  const transactions = Array.from({ length: 60 }, (_item, index) => ({
    transactionId: `${datasetId}-${index}`,
    departureDate: new Date(Date.UTC(2025, 10, 1 + index)).toISOString().slice(0, 10),
    quantity: 1 + ((index * 7) % 5),
    unitPrice: 10,
    unitCost: 4,
  }));
  return { datasetId, transactions };
}

function predictionOf(datasetId) {
  return {
    datasetId,
    currentInventoryLevel: 40,
    wantedServiceLevel: 0.9,
    supplier: { supplierId: 'north', leadTime: { value: 1, granularity: 'W' } },
    replenishmentInterval: { value: 7, granularity: 'D' },
  };
}
