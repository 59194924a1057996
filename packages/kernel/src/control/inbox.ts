import type { operations } from '../generated/types.js';
import type { Answer, Handler } from '../handlers.js';
import type { InboxMessage } from '../sandbox/inbox.js';
import type { ControlContext } from './control-context.js';
import { waitedInVain } from './control-refusals.js';

type Operation<Id extends keyof operations> = Handler<operations[Id], ControlContext>;

const methods: Readonly<Record<string, InboxMessage['method']>> = {
  receiveMessageByPut: 'PUT',
  receiveMessageByGet: 'GET',
  receiveMessageByPatch: 'PATCH',
  receiveMessageByDelete: 'DELETE',
};

/** Receives by any method. */
export async function receiveMessage(
  { path }: { readonly path: { readonly name: string } },
  { sandbox, request, operation }: ControlContext,
): Promise<Answer<number, undefined>> {
  const text = new TextDecoder().decode(request.bytes);
  const receivedAt = sandbox.clock.now().toISOString();
  const [pathname = '', query = ''] = request.url.split(/\?(.*)/s);
  const { status, headers } = sandbox.inbox(path.name).receive({
    receivedAt,
    method: methods[operation.operationId] ?? 'POST',
    path: pathname,
    query,
    headers: { ...request.headers },
    body: parsed(text),
    text,
  });
  const exchange = { headers: { ...request.headers }, body: parsed(text) ?? text };
  sandbox.journal.append({
    at: receivedAt,
    type: 'message',
    cause: null,
    method: request.method,
    url: request.url,
    status,
    request: exchange,
  });
  return { status, headers };
}

export const answerInbox: Operation<'answerInbox'> = async ({ path, body }, { sandbox }) => {
  sandbox.inbox(path.name).tell(body.answers);
  return { status: 204 };
};

export const listMessages: Operation<'listMessages'> = async ({ path, query }, { sandbox }) => {
  const wanted = query.count ?? 0;
  const messages = await sandbox.inbox(path.name).messages(wanted, query.timeout * 1000);
  if (messages.length < wanted) return waitedInVain(wanted, messages.length, `in inbox "${path.name}"`);
  return { status: 200, body: { count: messages.length, messages } };
};

export const clearInbox: Operation<'clearInbox'> = async ({ path }, { sandbox }) => {
  sandbox.inbox(path.name).clear();
  return { status: 204 };
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
