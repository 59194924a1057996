import { createContract, type OpenApiDocument } from '@understudy/contract';
import {
  type ActionContext,
  type Answer,
  type Context,
  defineAction,
  defineCollection,
  defineTimer,
  type KernelRefusals,
  type MultipartBody,
  type Refusal,
  refuse,
  type Simulator,
  type WebhookReport,
  whenDue,
} from '@understudy/kernel';

const answer = { description: 'Anything', content: { 'application/json': { schema: {} } } };
const responses = { '200': answer, '400': answer, '401': answer };
const fields = {
  type: 'object',
  required: ['name', 'file'],
  properties: {
    name: { type: 'string' },
    file: { type: 'string' },
    tags: { type: 'array', items: { type: 'integer' } },
  },
};

/** A small API with multipart forms, several ways to authenticate, timers of its own and webhooks with references. */
const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Parcels', version: '1' },
  paths: {
    '/parcels': {
      post: {
        operationId: 'sendParcel',
        requestBody: { required: true, content: { 'multipart/form-data': { schema: fields } } },
        responses,
      },
      get: {
        operationId: 'listParcels',
        parameters: [{ name: 'tags[]', in: 'query', schema: { type: 'array', items: { type: 'integer' } } }],
        security: [{ token: ['read'] }, { token: ['write'] }],
        responses,
      },
    },
    '/forms': {
      post: {
        operationId: 'takeForm',
        requestBody: {
          content: {
            'multipart/form-data': { schema: fields },
            'application/x-www-form-urlencoded': { schema: fields },
            'application/json': { schema: fields },
          },
        },
        responses,
      },
    },
    '/keyed': { get: { operationId: 'seeKeys', security: [{ user: [], password: [] }], responses } },
    '/open': { get: { operationId: 'seeCaller', security: [{}, { token: [] }], responses } },
    '/later': {
      post: {
        operationId: 'planParcel',
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses,
      },
    },
    '/image': {
      get: {
        operationId: 'getImage',
        responses: { '200': { description: 'Bytes', content: { '*/*': {} } } },
      },
    },
  },
  components: {
    securitySchemes: {
      token: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: { read: '', write: '' } } } },
      user: { type: 'apiKey', in: 'header', name: 'USERNAME' },
      password: { type: 'apiKey', in: 'header', name: 'USERPW' },
    },
  },
};

const refusals: KernelRefusals = {
  unknownPath: (path) => refuse(404, 'unknown', path),
  wrongMethod: (method, path) => refuse(405, 'method', `${method} ${path}`),
  badRequest: (findings) => refuse(400, 'bad', findings.map(({ message }) => message).join(' ')),
  payloadTooLarge: (size, limit) => refuse(413, 'large', `${size} of ${limit}`),
  unauthorized: (reason) => refuse(401, 'unauthorized', reason),
  tokenRefused: (reason) => refuse(401, 'token', reason),
  forbidden: (reason) => refuse(403, 'forbidden', reason),
  injected: (status) => refuse(status, 'injected', ''),
  internal: () => refuse(500, 'internal', 'we failed'),
};

type Handle = (
  input: { readonly body: unknown; readonly query: unknown },
  context: Context,
) => Promise<Answer | Refusal>;

const echo: Handle = async ({ body, query }, { caller }) => ({ status: 200, body: { body, query, caller } });

const sendParcel: Handle = async ({ body }) => {
  const { fields: given, parts } = body as MultipartBody<object>;
  const sizes = parts.map(({ name, filename, bytes }) => [name, filename, bytes.length]);
  return { status: 200, body: { fields: given, sizes } };
};

interface Arrival {
  readonly onArrival?: unknown;
}

const arrivalTimer = defineTimer<Arrival>('arrive');

/** Stages a timer and a webhook, and then fails if requested. */
const planParcel: Handle = async ({ body }, context) => {
  const { refuse: refused, url, cancel } = Object(body);
  const at = new Date(context.clock.now().getTime() + 60_000);
  const timer = await context.timers.schedule({ at, timer: arrivalTimer, payload: Object(body) });
  if (cancel === true) await context.timers.cancel(timer);
  if (typeof url === 'string') sendWebhook(context, url, 'planned');
  return refused === true ? refuse(400, 'refused', 'staged and then refused') : { status: 200, body: {} };
};

function sendWebhook(context: Pick<ActionContext, 'webhooks'>, url: string, reference: string): void {
  const policy = { timeoutSeconds: 2, attempts: 3, retryDelaysSeconds: [60], retriesApart: true };
  const request = { url, headers: {}, body: { reference }, policy, queue: 'parcels' };
  context.webhooks.send({ tenantId: 't', reference, request });
}

const notes = defineCollection<object>('notes');

async function note(context: ActionContext, key: string, value: object): Promise<void> {
  await context.scopes.shared.collection(notes).put(`${context.clock.now().toISOString()} ${key}`, value);
}

const issueToken = defineAction({
  summary: 'Gives a token',
  input: {
    type: 'object',
    required: ['scopes'],
    properties: {
      scopes: { type: 'array', items: { type: 'string', enum: ['read', 'write', 'other'] } },
      claims: { type: 'object', additionalProperties: { type: 'string' }, default: {} },
      seconds: { type: 'integer', minimum: 1, default: 600 },
    },
  },
  async run({ scopes, claims, seconds }, { tokens }) {
    return { token: await tokens.issue({ clientId: 'c', scopes, claims }, seconds, 't') };
  },
});

async function arrive(payload: Arrival, context: ActionContext): Promise<void> {
  await note(context, 'arrived', payload);
  if (typeof payload.onArrival === 'string') sendWebhook(context, payload.onArrival, 'arrived');
}

/** An API for the kernel's own tests. */
export const parcelsSimulator: Simulator = {
  name: 'parcels',
  contract: createContract('parcels', document),
  operations: {
    sendParcel,
    listParcels: echo,
    takeForm: echo,
    seeKeys: echo,
    seeCaller: echo,
    planParcel,
    getImage: async () => ({
      status: 200,
      body: new Uint8Array([137, 80, 78, 71, 0]),
      headers: { 'content-type': 'image/png' },
    }),
  },
  refusals,
  envelope: ({ message }) => ({ mediaType: 'application/json', body: { fault: message } }),
  jobs: {},
  settings: {},
  actions: { issueToken },
  checkScope: (scopes, operation) =>
    operation.security
      .flatMap(Object.values<readonly string[]>)
      .some((needed) => needed.every((one) => scopes.includes(one)))
      ? undefined
      : refuse(401, 'scope', 'the scope is missing'),
  tenantOf: (_headers, caller) => caller?.claims?.['tenant'],
  timers: { [arrivalTimer.name]: whenDue(arrivalTimer, arrive).run },
  async webhookReported({ reference, outcome, attempt, last }: WebhookReport, context) {
    await note(context, `${reference} ${attempt}`, { outcome, last });
    return reference === 'planned' && attempt === 2 ? 'stop' : undefined;
  },
};
