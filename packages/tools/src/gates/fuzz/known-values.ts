import type { Operation } from '@understudy/contract';
import type { RequestValues } from '@understudy/fuzzing';
import { membersOf } from '../../members-of.ts';
import type { AnalysisKnown } from './prepare-analysis.ts';
import {
  type AnalysisService,
  callJson,
  credentials,
  isAnalysis,
  type Place,
  presign,
  type Service,
  tenantId,
  tokenFrom,
} from './service.ts';

/** The context of one operation. */
export interface OperationContext extends Place {
  /** Result of preparing its service. */
  readonly known: unknown;
  readonly service: Service;
  readonly services: readonly Service[];
  /** The sandbox that it was forked from. */
  readonly template: string;
  readonly authorization: string | undefined;
}

interface There {
  readonly spares: readonly string[];
  readonly restorable: readonly string[];
}

/** Operations that complete or fail pending jobs. */
export const deciding = ['completeJob', 'failJob'];

/**
 * Operations that reject every generated request: they need the secret of a page, a user's token, or an API with
 * webhooks of its own, or from a description. Scenarios and tests send accepted requests.
 */
export const rejectingAll = [
  'signIn',
  'answerDevice',
  'getUserInfo',
  'postUserInfo',
  'triggerEvent',
  'getApiModel',
  'setApiModel',
  'tryApiModel',
];

/** Operations of an inbox, whose path parameter `name` names it. */
const ofInboxes = ['setInboxResponses', 'listMessages', 'clearInbox'];

/** Returns the values that make requests to an operation meaningful in their sandbox. */
export async function knownValuesFor(
  context: OperationContext,
  operation: Operation,
  there: There,
): Promise<RequestValues> {
  const { operationId } = operation;
  const own = await context.service.knownValues?.(context, operation);
  return {
    values: { ...(await knownScalars(context, operationId, there)), ...context.service.values },
    ...(own ?? (await wholes[operationId]?.(context))),
  };
}

async function knownScalars(
  { control, known, template }: OperationContext,
  operationId: string,
  { spares, restorable }: There,
): Promise<Record<string, readonly unknown[]>> {
  const { uploaded, trained, predicted, held = [], datasetIds, others = {} }: Partial<AnalysisKnown> = membersOf(known);
  const inbox = operationId.startsWith('receive') || ofInboxes.includes(operationId);
  const finished = Array(4).fill(operationId.includes('Classification') ? others['classified'] : predicted);
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
    fromSnapshot: restorable,
    toSnapshot: restorable,
    fromSandbox: [template, 'none'],
    deliveryId: [...deliveries.map(({ id }) => id), 'none'],
    api: ['inventory', 'time', 'payroll', 'rostering', 'identity', 'einvoicing'],
    action: ['addSubscriptions', 'registerClient', 'acceptIntegration', 'revokeToken'],
    operationId: ['getJobStatus', 'startTrainer'],
    webhookUrl: ['http://understudy.local/_sim/inbox/box', 'http://shop.example/hook'],
    // Seeding the demo trains models. One such request is enough.
    seed: ['empty', 'empty', 'empty', 'empty', 'empty', 'empty', 'empty', 'demo'],
  };
}

/** @throws TypeError when the operation is of another service */
function analysisOf({ service, known }: OperationContext): { service: AnalysisService; known: AnalysisKnown } {
  const prepared: Partial<AnalysisKnown> = membersOf(known);
  const isPrepared = (each: Partial<AnalysisKnown>): each is AnalysisKnown =>
    each.uploaded !== undefined && each.datasetIds !== undefined;
  if (!isAnalysis(service) || !isPrepared(prepared)) throw new TypeError(`${service.name} is no analysis service.`);
  return { service, known: prepared };
}

const { client_id, client_secret } = credentials;
const client = { client_id, client_secret };
const signInRequest = {
  client_id,
  redirect_uri: 'http://localhost:5173/callback',
  response_type: 'code',
  scope: 'openid',
  state: 's1',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

type Whole = (context: OperationContext) => Promise<Partial<RequestValues>>;

const definitions: Whole = async ({ service: { definitions: bodies } }) => (bodies === undefined ? {} : { bodies });

/** Returns the existing jobs, for operations with a job in the path. The analysis services name jobs elsewhere. */
const namedJobs: Whole = async ({ known }) => {
  const { jobs } = membersOf(known);
  return Array.isArray(jobs) ? { together: [...jobs, 'none'].map((id) => ({ id })) } : {};
};

const clients = { api: 'identity', collection: 'clients' };
const recordKeys = Array.from({ length: 20 }, (_, index) => `client-${index}`);

function clientOf(clientId: string) {
  return { clientId, accepted: true, tokenLifetime: 60 };
}

/** Edits of stored records, of which the first `most` are named. */
function withClients(more: Partial<RequestValues>, most = recordKeys.length): Whole {
  return async ({ control }) => {
    for (const key of recordKeys) await control.collection(clients.api, clients.collection).put(key, clientOf(key));
    return { together: recordKeys.slice(0, most).map((key) => ({ ...clients, key })), ...more };
  };
}

/** Complete requests by operation, if single values are not enough for a meaningful request. */
const wholes: Readonly<Record<string, Whole>> = {
  // Keeps the wait short, because it takes real time.
  listMessages: async () => ({ always: { query: { timeout: '0.01' } } }),

  async waitForJournal({ simulators, url, service }) {
    await tokenFrom(simulators, url, service.scope ?? '');
    return {
      always: { body: { timeout: 'PT0.01S' } },
      bodies: [{ match: {} }, { match: { api: 'identity' }, count: 1 }],
    };
  },

  async getJournalScenario({ simulators, url }) {
    await simulators.fetch(`${url}/io/health_check`);
    const found = {
      api: 'inventory',
      operationId: 'checkHealth',
      status: '2xx',
      failed: false,
      text: 'health',
      after: 0,
    };
    return { together: [found, { operationId: 'none' }] };
  },

  async uploadData(context) {
    const { simulators, url, authorization } = context;
    const { service, known } = analysisOf(context);
    const bearer = authorization ?? (await tokenFrom(simulators, url, service.scope ?? ''));
    const asking = { service, tenantId, authorization: bearer };
    const links: Record<string, unknown>[] = [];
    for (const type of [...service.uploadTypes, 'raw_data']) {
      const { url: link, jobId } = await presign(simulators, url, asking, type);
      links.push({ jobId, ...Object.fromEntries(new URL(link).searchParams) });
    }
    const { datasetIds } = known;
    const datasets = datasetIds.map((datasetId) => service.datasetOf(datasetId));
    // Half of these bodies must be generated. Elsewhere bodies are known ones.
    return { together: [...links, {}], bodies: [undefined, undefined, { datasets }, service.prediction(datasetIds)] };
  },

  async requestToken({ service: { scope } }) {
    const good = { ...credentials, scope };
    return { bodies: [good, { ...good, scope: 'understudy-stage:none' }, { ...good, client_secret: 'none' }] };
  },

  authorize: async () => ({ together: [signInRequest] }),
  authorizeByForm: async () => ({ bodies: [signInRequest] }),
  requestGrant: async ({ service: { scope } }) => ({ bodies: [{ ...credentials, scope }] }),
  introspectToken: async () => ({ bodies: [{ ...client, token: 'none' }] }),
  revokeGrant: async () => ({ bodies: [{ ...client, token: 'none' }] }),
  pushRequest: async () => ({ bodies: [{ ...client, ...signInRequest }] }),
  startDevice: async () => ({ bodies: [{ ...client, scope: 'openid' }] }),
  logOutByForm: async () => ({ bodies: [{ client_id }] }),

  async startTrainer(context) {
    const { service, known } = analysisOf(context);
    return { bodies: [undefined, service.training(known.datasetIds)] };
  },

  createPrediction: predictions,
  predictRealTime: predictions,

  async uploadFeedback(context) {
    const { simulators, url, authorization = '' } = context;
    const { service, known } = analysisOf(context);
    const { predicted, datasetIds } = known;
    const address = `${url}${service.prefix}/results`;
    const results = await callJson(simulators, address, { tenantId, authorization, jobId: predicted });
    const feedback = (id: string) => ({ jobId: predicted, predictions: service.feedbackOf(results, id) });
    const datasets = datasetIds.map((datasetId) => ({ datasetId, ...feedback(datasetId) }));
    return { bodies: [{ datasets }, { datasets: [{ datasetId: 'none', ...feedback(datasetIds[0] ?? '') }] }] };
  },

  runAction: async ({ simulators, url, service }) => ({
    together: [
      ...['inventory', 'time', 'payroll'].map((api) => ({ api, action: 'addSubscriptions' })),
      ...['registerClient', 'acceptIntegration', 'revokeToken'].map((action) => ({ api: 'identity', action })),
      {},
    ],
    bodies: [
      { tenantId, datasetId: 'coffee', subscriptionIds: ['s3'] },
      { clientId: 'demo-client' },
      { ...clientOf('second'), clientSecret: 'secret', scopes: ['io'], accepted: false, tenants: ['t1'] },
      { token: await tokenFrom(simulators, url, service.scope ?? '') },
    ],
  }),

  async seedSandbox({ services }) {
    const seeds = services.filter(isAnalysis).map((service) => {
      const tenants = { t9: { datasets: [service.datasetOf('coffee')], training: service.seedTraining } };
      return { data: { [service.name]: { tenants } } };
    });
    const others = services.flatMap(({ seeds: own = [], name }) => own.map((seed) => ({ data: { [name]: seed } })));
    return { open: true, bodies: [...seeds, ...others, { data: { inventory: {} } }, { data: {} }, { seed: 'empty' }] };
  },

  async createSandbox({ template }) {
    const names = ['one', 'two', 'three'];
    const forks = names.map((name) => ({ name: `${name}-fork`, from: { sandbox: template } }));
    return { bodies: names.flatMap((name, index) => [{ name, clock: 'manual' }, forks[index]]) };
  },

  runScenario: async () => ({
    together: ['identity token-form-accepted', 'identity none', 'none token-form-accepted'].map((text) => {
      const [api, scenario] = text.split(' ');
      return { api, scenario };
    }),
  }),
  getApiPageFile: async () => ({ together: ['start.js', 'page.css', 'none'].map((file) => ({ file })) }),

  // Each removal of a rule needs one.
  removeFault: async ({ control }) => await faultsThatMatchNothing(control, 20),
  switchFault: async ({ control }) => await faultsThatMatchNothing(control, 1),

  async getRecord({ simulators, url }) {
    type Collection = Record<string, unknown> & { readonly firstKeys: readonly string[] };
    const { collections } = await callJson<{ collections: Collection[] }>(simulators, `${url}/_sim/records`, {});
    const records = collections.flatMap(({ firstKeys: [key], count: _count, hasView: _hasView, ...place }) =>
      key === undefined ? [] : [{ ...place, key }],
    );
    return { together: [...records, {}] };
  },

  createRecord: async () => ({ together: [clients], bodies: recordKeys.map(clientOf) }),
  replaceRecord: withClients({ bodies: [clientOf('client-0')] }, 1),
  changeRecord: withClients({ bodies: [{ accepted: false }] }),
  deleteRecord: withClients({}),
  undo: withClients({ bodies: [undefined, {}] }),

  putSnapshot: async ({ control }) => ({ bodies: [await control.snapshots.get('start')] }),

  ...{ startJob: definitions, analyze: definitions, checkFeasibility: definitions },
  ...{ getJobStatus: namedJobs, getResult: namedJobs, getRequest: namedJobs, stopJob: namedJobs },
};

async function predictions(context: OperationContext): Promise<Partial<RequestValues>> {
  const { service, known } = analysisOf(context);
  return { bodies: [undefined, service.prediction(known.datasetIds)] };
}

async function faultsThatMatchNothing(control: Place['simulators']['control'], count: number) {
  const rule = { match: { path: '/nowhere' }, effect: { status: 503 } };
  const faults = await control.faults.set(Array.from({ length: count }, () => rule));
  return { together: [...faults.map(({ id }) => ({ faultId: id })), { faultId: 'none' }] };
}
