import type { Finding } from '@understudy/contract';
import { stringifyJson } from '@understudy/contract';
import { type ErrorResult, resolveBuiltModule, type SuccessResponse, WorkTooCostlyError } from '@understudy/kernel';
import {
  estimateRecordBytes,
  Inbox,
  InboxLimitError,
  type InboxMessage,
  inboxDelayHeader,
  isSlowToParse,
  JsonStream,
  RecordedBody,
  streamList,
} from '@understudy/kernel/serving';
import { checkResponseHeaders, lowerCaseHeaderNames } from './check-response-headers.js';
import { type ControlContext, type ControlOperations, countStored } from './control-context.js';
import { controlErrors } from './control-errors.js';
import { isJson } from './is-json.js';

const largeTexts = { module: resolveBuiltModule(import.meta.url, './is-json.js'), name: 'isJson' };

const emptyInbox = { received: 0, answers: [] };

async function receiveMessage(
  { path }: { readonly path: { readonly name: string } },
  context: ControlContext,
): Promise<SuccessResponse<number, undefined> | ErrorResult> {
  const { sandbox, request, operation, server } = context;
  const text = new TextDecoder().decode(request.bytes);
  const json = await holdsJson(request, text, sandbox);
  const receivedAt = sandbox.clock.now().toISOString();
  const [pathname = '', query = ''] = request.url.split(/\?(.*)/s);
  const message = {
    receivedAt,
    method: operation.method as InboxMessage['method'],
    path: pathname,
    query,
    headers: server.guard?.shown(request.headers) ?? request.headers,
    text,
    isJson: json,
  };
  const growth = estimateRecordBytes(path.name, message) + estimateRecordBytes(path.name, emptyInbox);
  const release = await server.admitGrowth(sandbox.owner, growth);
  try {
    const inbox = inboxOf(path.name, sandbox);
    if (!(inbox instanceof Inbox)) return inbox;
    const { status, headers } = inbox.receive(message);
    sandbox.inboxes.trim();
    sandbox.journal.append({
      at: receivedAt,
      type: 'message',
      cause: null,
      method: request.method,
      url: request.url,
      status,
      // Most messages are JSON, regardless of their media type.
      request: { headers: request.headers, body: new RecordedBody(request.bytes, 'application/json') },
    });
    await countStored(context);
    return { status, headers };
  } finally {
    release();
  }
}

export const inboxOperations = {
  receiveMessage,
  receiveMessageByPut: receiveMessage,
  receiveMessageByGet: receiveMessage,
  receiveMessageByPatch: receiveMessage,
  receiveMessageByDelete: receiveMessage,

  listInboxes: async (_input, { sandbox }) => ({
    status: 200,
    body: {
      inboxes: sandbox.inboxes
        .list()
        .map(([name, { count, answers }]) => ({
          name,
          count,
          answers: answers.map(({ headers = {}, ...answer }) => ({ ...answer, headers })),
        })),
    },
  }),

  setInboxResponses: async ({ path, body }, { sandbox }) => {
    const answers = body.answers.map(({ headers = {}, ...answer }) => ({
      ...answer,
      headers: lowerCaseHeaderNames(headers),
    }));
    const findings = answers.flatMap(({ headers }, index) => {
      const pointer = `/body/answers/${index}/headers`;
      return [
        ...checkResponseHeaders(headers, pointer),
        ...checkDelay(headers[inboxDelayHeader], `${pointer}/${inboxDelayHeader}`),
      ];
    });
    if (findings.length > 0) return controlErrors.badRequest(findings);
    const inbox = inboxOf(path.name, sandbox);
    if (!(inbox instanceof Inbox)) return inbox;
    inbox.setResponses(answers);
    return { status: 204 };
  },

  listMessages: async ({ path, query }, { sandbox }) => {
    const wanted = query.count ?? 0;
    const messages = await sandbox.inboxes.find(path.name).messages(wanted, query.timeout * 1000);
    if (messages.length < wanted) return controlErrors.waitTimeout(wanted, messages.length, `in inbox "${path.name}"`);
    return { status: 200, body: new JsonStream(streamList({ count: messages.length }, 'messages', textsOf(messages))) };
  },

  clearInbox: async ({ path }, { sandbox }) => {
    sandbox.inboxes.find(path.name).clear();
    return { status: 204 };
  },
} satisfies Partial<ControlOperations>;

function inboxOf(name: string, { inboxes }: ControlContext['sandbox']): Inbox | ErrorResult {
  try {
    return inboxes.get(name);
  } catch (error) {
    if (error instanceof InboxLimitError) return controlErrors.inboxLimit(error.message);
    throw error;
  }
}

function checkDelay(value: string | undefined, pointer: string): Finding[] {
  if (value === undefined || /^\d{1,9}(?:\.\d{1,3})?$/.test(value)) return [];
  const message = `${pointer} must be a number of seconds such as "6", but is "${value}"`;
  return [{ ruleId: 'request/value', severity: 'error', message, pointer, actual: value }];
}

/** Yields messages as JSON text. The body of each message is JSON or null. */
function* textsOf(messages: readonly InboxMessage[]): Generator<string> {
  for (const { isJson, ...message } of messages) {
    const body = isJson ? message.text : 'null';
    yield `${stringifyJson(message).slice(0, -1)},"body":${body}}`;
  }
}

/**
 * Returns whether a body is JSON. Checks expensive bodies in a thread. If the check exceeds the limits, the body counts
 * as text.
 */
async function holdsJson({ bytes }: { readonly bytes: Uint8Array }, text: string, sandbox: ControlContext['sandbox']) {
  if (!isSlowToParse(bytes)) return isJson(text);
  try {
    return await sandbox.compute<boolean>(largeTexts, text);
  } catch (error) {
    if (error instanceof WorkTooCostlyError) return false;
    throw error;
  }
}
