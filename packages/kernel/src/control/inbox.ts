import type { Finding } from '@understudy/contract';
import type { operations } from '../generated/types.js';
import type { Answer, Handler } from '../handlers.js';
import { type InboxMessage, inboxDelay } from '../sandbox/inbox.js';
import { checkAnswerHeaders, lowerCased } from './answer-headers.js';
import type { ControlContext } from './control-context.js';
import { controlRefusals, waitedInVain } from './control-refusals.js';

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
  const answers = body.answers.map(({ headers = {}, ...answer }) => ({ ...answer, headers: lowerCased(headers) }));
  const findings = answers.flatMap(({ headers }, index) => {
    const pointer = `/body/answers/${index}/headers`;
    return [...checkAnswerHeaders(headers, pointer), ...checkDelay(headers[inboxDelay], `${pointer}/${inboxDelay}`)];
  });
  if (findings.length > 0) return controlRefusals.badRequest(findings);
  sandbox.inbox(path.name).tell(answers);
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

function checkDelay(value: string | undefined, pointer: string): Finding[] {
  if (value === undefined || /^\d{1,9}(?:\.\d{1,3})?$/.test(value)) return [];
  const message = `${pointer} must be a number of seconds such as "6", but is "${value}"`;
  return [{ ruleId: 'request/value', severity: 'error', message, pointer, actual: value }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
