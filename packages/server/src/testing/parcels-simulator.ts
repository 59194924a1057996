import { createContract } from '@understudy/contract';
import {
  type ActionContext,
  createErrorResult,
  createTimerHandler,
  defineAction,
  defineCollection,
  defineTimer,
  type ErrorResult,
  type HandlerContext,
  type KernelErrors,
  type MultipartBody,
  type Simulator,
  type SuccessResponse,
  type WebhookReport,
} from '@understudy/kernel';
import { testErrors } from './notes-simulator.js';
import description from './parcels.openapi.json' with { type: 'json' };

const refusals: KernelErrors = {
  ...testErrors,
  badRequest: (findings) => createErrorResult(400, 'bad', findings.map(({ message }) => message).join(' ')),
  tokenRefused: (reason) => createErrorResult(401, 'token', reason),
};

type Handle = (
  input: { readonly body: unknown; readonly query: unknown },
  context: HandlerContext,
) => Promise<SuccessResponse | ErrorResult>;

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
  return refused === true ? createErrorResult(400, 'refused', 'staged and then refused') : { status: 200, body: {} };
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

/** A small API with multipart forms, several authentication methods, its own timers, and webhooks with references. */
export const parcelsSimulator: Simulator = {
  name: 'parcels',
  contract: createContract('parcels', description),
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
      : createErrorResult(401, 'scope', 'the scope is missing'),
  tenantOf: (_headers, caller) => caller?.claims?.['tenant'],
  timers: { [arrivalTimer.name]: createTimerHandler(arrivalTimer, arrive).run },
  async webhookReported({ reference, outcome, attempt, last }: WebhookReport, context) {
    await note(context, `${reference} ${attempt}`, { outcome, last });
    return reference === 'planned' && attempt === 2 ? 'stop' : undefined;
  },
};
