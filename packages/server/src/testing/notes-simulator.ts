import { createContract } from '@understudy/contract';
import {
  createErrorResult,
  defineCollection,
  type ErrorResult,
  type HandlerContext,
  type JobKind,
  type JobRecord,
  type KernelErrors,
  type Simulator,
  type SuccessResponse,
  type WebhookPolicy,
} from '@understudy/kernel';
import description from './notes.openapi.json' with { type: 'json' };

interface Note {
  readonly text: string;
  readonly version: number;
}

interface ShoutInput {
  readonly text: string;
  readonly url?: string;
  readonly key?: string;
  readonly live?: boolean;
}

type Outcome = { readonly shouted?: string; readonly failure?: string };
type Operation = (input: Input, context: HandlerContext) => Promise<SuccessResponse | ErrorResult>;

interface Input {
  readonly path: { readonly id: string };
  readonly headers: { readonly tenantId: string };
  readonly body: ShoutInput;
}

export const testErrors: KernelErrors = {
  unknownPath: (path) => createErrorResult(404, 'unknown', `nothing at ${path}`),
  wrongMethod: (method, path, allow) =>
    createErrorResult(405, 'method', `${method} ${path}`, { headers: { Allow: allow.join(', ') } }),
  badRequest: (findings) => createErrorResult(400, 'bad', findings.map(({ pointer }) => pointer).join()),
  payloadTooLarge: (size, limit) => createErrorResult(413, 'large', `${size} of ${limit}`),
  unauthorized: (reason) => createErrorResult(401, 'unauthorized', reason),
  tokenRefused: (reason) => createErrorResult(403, 'token', reason),
  forbidden: (reason) => createErrorResult(403, 'forbidden', reason),
  injected: (status) => createErrorResult(status, 'injected', `asked for ${status}`),
  internal: () => createErrorResult(500, 'internal', 'we failed'),
};

const notesWebhookPolicy: WebhookPolicy = { timeoutSeconds: 2, attempts: 3, retryDelaysSeconds: [60, 300] };

const shout: JobKind<ShoutInput, ShoutInput, { shouted: string }, Outcome> = {
  name: 'shout',
  machine: { initial: 'running', moves: { running: ['done', 'failed'] } },
  work: { module: new URL('notes-work.mjs', import.meta.url).href, name: 'shout' },
  load: async ({ input }) => input,
  apply: async (_job, output) => ({ status: 'done', outcome: output }),
  failed: (_job, failure) => ({ status: 'failed', outcome: { failure } }),
  notification: ({ id, status, input }) =>
    input.url === undefined
      ? undefined
      : { url: input.url, headers: { 'x-api-key': 'k' }, body: { id, status }, policy: notesWebhookPolicy },
  documentedDuration: () => 120_000,
};

const spell: JobKind<ShoutInput, object, Outcome | undefined, Outcome> = {
  ...shout,
  name: 'spell',
  machine: {
    initial: 'waiting',
    underWay: 'running',
    moves: { waiting: ['done', 'failed'], running: ['done', 'failed'] },
  },
  work: { ...shout.work, name: 'spell' },
  live: true,
  load: async ({ input, progress }) => ({ ...input, told: Object(progress).shouted }),
  apply: async (_job, output = {}) => ({ status: 'done', outcome: output }),
};

export const notesCollection = defineCollection<Note>('notes');

const owner = (tenantId: string) => ({ clientId: 'c', tenantId });
const notesOf = (tenantId: string, context: HandlerContext) =>
  context.scopes.of(owner(tenantId)).collection(notesCollection);

const getNote: Operation = async ({ path, headers }, context) => {
  const found = await notesOf(headers.tenantId, context).get(path.id);
  return found === undefined
    ? createErrorResult(404, 'unknown', `no note ${path.id}`)
    : { status: 200, body: { id: path.id, ...found } };
};

const putNote: Operation = async ({ path, headers, body }, context) => {
  const stored = notesOf(headers.tenantId, context);
  const version = ((await stored.get(path.id))?.version ?? 0) + 1;
  await stored.put(path.id, { text: body.text, version });
  if (body.text === 'refuse') return createErrorResult(400, 'refused', 'staged and then refused');
  return { status: 200, body: { id: path.id, text: body.text, version } };
};

const shoutNote: Operation = async ({ path, headers, body }, context) => {
  const keys = [body.key ?? path.id];
  const started = await context.jobs.start(body.live === true ? spell : shout, body, {
    owner: owner(headers.tenantId),
    keys,
    id: path.id,
  });
  return { status: 202, body: { id: started.id, status: started.status } };
};

const getJob: Operation = async ({ path }, context) => {
  const found: JobRecord | undefined = await context.jobs.find(path.id);
  if (found === undefined) return createErrorResult(404, 'unknown', `no job ${path.id}`);
  if (found.outcome === undefined) context.jobs.notePoll(found.id);
  return { status: 200, body: { status: found.status, outcome: found.outcome ?? found.progress ?? null } };
};

const haveAccident: Operation = async ({ path, headers }, context) => {
  await notesOf(headers.tenantId, context).put(path.id, { text: 'half stored', version: 1 });
  if (path.id === 'throw') throw new Error('secret internals');
  return { status: 200, body: { id: path.id, undocumented: true } };
};

/** A small API with a store, a job, a webhook, and an operation for each kind of failure. */
export const notesSimulator: Simulator = {
  name: 'notes',
  contract: createContract('notes', description),
  operations: { getNote, putNote, shoutNote, getJob, haveAccident },
  refusals: testErrors,
  envelope: ({ message }, { ids }) => ({
    mediaType: 'application/json',
    body: { fault: message, id: ids.next('error') },
  }),
  jobs: { shout, spell },
  settings: {},
  actions: {},
  tenantOf: ({ tenantId }) => (typeof tenantId === 'string' ? tenantId : undefined),
};
