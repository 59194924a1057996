import { callJson, credentials, presign, tokenFrom } from './ask.mjs';

export const tenantId = 't1';

/** Operations that decide about jobs which are held until they do. */
export const deciding = ['completeJob', 'failJob'];

/** Operations of an inbox, where `name` is that of one. */
const ofInboxes = ['answerInbox', 'listMessages', 'clearInbox'];

/**
 * What the requests to an operation may name so that they mean something in their world.
 *
 * @param world `{ simulators, url, control, known, service, template, authorization }`
 * @param there names of things made for this operation: `{ spares, restorable }`
 */
export async function familiarFor(world, operation, there) {
  const { operationId } = operation;
  const own = await world.service.familiarFor?.(world, operation);
  return {
    values: { ...(await familiarValues(world, operationId, there)), ...world.service.values },
    ...(own ?? (await familiarWhole(world, operationId))),
  };
}

async function familiarValues({ control, known, template }, operationId, { spares, restorable }) {
  const { uploaded, trained, predicted, held, datasetIds, others = {} } = known;
  const inbox = operationId.startsWith('receive') || ofInboxes.includes(operationId);
  const finished = Array(4).fill(operationId.includes('Classification') ? others.classified : predicted);
  const deliveries = await control.deliveries.list();
  return {
    tenantId: [tenantId, tenantId, tenantId, 'other'],
    ...(datasetIds === undefined
      ? {}
      : {
          jobId: deciding.includes(operationId)
            ? held
            : [...finished, trained, uploaded, ...Object.values(others), held[0], 'none'],
          datasetId: datasetIds,
          datasetIds,
        }),
    subscriptionIds: ['s1', 's2', 'none'],
    page: [1],
    name: inbox ? ['box', 'box-2'] : [...spares, 'a', 'b2', 'default'],
    sandbox: [template, 'none'],
    snapshot: restorable,
    deliveryId: [...deliveries.map(({ id }) => id), 'none'],
    api: ['inventory', 'time', 'payroll', 'rostering', 'identity', 'einvoicing'],
    action: ['addSubscriptions', 'registerClient', 'acceptIntegration', 'revokeToken'],
    operationId: ['getJobStatus', 'startTrainer'],
    webhookUrl: ['http://understudy.local/_sim/inbox/box', 'http://shop.example/hook'],
    // Seeding the demo trains models; once is enough.
    seed: ['empty', 'empty', 'empty', 'empty', 'empty', 'empty', 'empty', 'demo'],
  };
}

/** Job definitions, for the operations that take one. */
const definitions = async ({ service }) => ({ bodies: service.definitions });

/** The jobs that there are, where a path names one; the analysis services name them elsewhere. */
const namedJobs = async ({ known: { jobs } }) =>
  jobs === undefined ? {} : { together: [...jobs, 'none'].map((id) => ({ id })) };

/** Whole requests that mean something, where single values do not add up to one; by operation. */
const wholes = {
  // Waiting takes real time.
  listMessages: async () => ({ always: { query: { timeout: '0.01' } } }),

  async waitForJournal({ simulators, url, service }) {
    await tokenFrom(simulators, url, service.scope);
    return {
      always: { body: { timeout: 'PT0.01S' } },
      bodies: [{ match: {} }, { match: { api: 'identity' }, count: 1 }],
    };
  },

  async uploadData({ simulators, url, service, authorization = undefined, known }) {
    const asking = {
      service,
      tenantId,
      authorization: authorization ?? (await tokenFrom(simulators, url, service.scope)),
    };
    const links = [];
    for (const type of [...service.uploadTypes, 'raw_data']) {
      const { url: link, jobId } = await presign(simulators, url, asking, type);
      links.push({ jobId, ...Object.fromEntries(new URL(link).searchParams) });
    }
    const { datasetIds } = known;
    return {
      together: [...links, {}],
      // Elsewhere bodies are familiar; here half of them are to be made up.
      bodies: [undefined, undefined, { datasets: datasetIds.map(service.datasetOf) }, service.prediction(datasetIds)],
    };
  },

  async requestToken({ service: { scope } }) {
    const good = { ...credentials, scope };
    return { bodies: [good, { ...good, scope: 'understudy-stage:none' }, { ...good, client_secret: 'none' }] };
  },

  startTrainer: async ({ service, known }) => ({ bodies: [undefined, service.training(known.datasetIds)] }),
  createPrediction: async ({ service, known }) => ({ bodies: [undefined, service.prediction(known.datasetIds)] }),
  predictRealTime: async ({ service, known }) => ({ bodies: [undefined, service.prediction(known.datasetIds)] }),

  async uploadFeedback({ simulators, url, service, authorization, known }) {
    const { predicted, datasetIds } = known;
    const address = `${url}${service.prefix}/results`;
    const results = await callJson(simulators, address, { tenantId, authorization, jobId: predicted });
    const of = (datasetId) => ({ datasetId, jobId: predicted, predictions: service.feedbackOf(results, datasetId) });
    return { bodies: [{ datasets: datasetIds.map(of) }, { datasets: [{ ...of(datasetIds[0]), datasetId: 'none' }] }] };
  },

  runAction: async ({ simulators, url, service }) => ({
    together: [
      { api: 'inventory', action: 'addSubscriptions' },
      { api: 'time', action: 'addSubscriptions' },
      { api: 'payroll', action: 'addSubscriptions' },
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
      { token: await tokenFrom(simulators, url, service.scope) },
    ],
  }),

  async seedSandbox({ services }) {
    const analysis = services.filter(({ datasetOf }) => datasetOf !== undefined);
    const seeds = analysis.map(({ name, datasetOf, seedTraining }) => {
      const tenants = { t9: { datasets: [datasetOf('coffee')], training: seedTraining } };
      return { data: { [name]: { tenants } } };
    });
    const others = services.flatMap(({ seeds: own = [], name }) => own.map((seed) => ({ data: { [name]: seed } })));
    return { open: true, bodies: [...seeds, ...others, { data: { inventory: {} } }, { data: {} }, { seed: 'empty' }] };
  },

  async createSandbox({ template }) {
    const from = { sandbox: template };
    return {
      bodies: ['one', 'two', 'three'].flatMap((name) => [
        { name, clock: 'manual' },
        { name: `${name}-fork`, from },
      ]),
    };
  },

  putSnapshot: async ({ control }) => ({ bodies: [await control.snapshots.get('start')] }),

  startJob: definitions,
  analyze: definitions,
  checkFeasibility: definitions,
  getJobStatus: namedJobs,
  getResult: namedJobs,
  getRequest: namedJobs,
  stopJob: namedJobs,
};

async function familiarWhole(world, operationId) {
  return (await wholes[operationId]?.(world)) ?? {};
}
