import { createServer, type IncomingMessage, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type ApiContract, cloneJson, isObject, parseJson, stringifyJson } from '@understudy/contract';
import { wallNowMs } from '@understudy/kernel';

/** The description of the desk. */
export const deskFile = fileURLToPath(new URL('desk.yaml', import.meta.url));

/** Deviations from the description of the repair desk API. */
export const deskDeviations = [
  'collects open repairs',
  'total forgets a part',
  'oldest first',
  'due at the same time counts as before',
  'ticket twice',
  'shows the secret',
  'urgent by default',
  'finishedAt stays null',
  'total of urgent repairs forgets a part',
  'a refusal copies a repair',
] as const;

export type DeskDeviation = (typeof deskDeviations)[number];

interface Repair {
  readonly id: string;
  readonly ticket: string;
  readonly parts: readonly unknown[];
  readonly [name: string]: unknown;
}

/** Creates a repair desk server that follows its description, except for the given deviations. */
export function createDeskServer(contract: ApiContract, ...deviations: readonly DeskDeviation[]): Server {
  const repairs: Repair[] = [];
  const attempts: { readonly id: string; readonly repairId: string }[] = [];
  const has = (deviation: DeskDeviation) => deviations.includes(deviation);
  const find = (id: string) => repairs.find((each) => each.id === id) ?? refuse(404, 'notFound');
  const forgets = ({ isUrgent }: Repair) =>
    has('total forgets a part') || (has('total of urgent repairs forgets a part') && isUrgent === true);
  const show = ({ secretCode, ...repair }: Repair) => ({
    ...repair,
    ...(has('shows the secret') ? { secretCode } : {}),
    total: sumOf(forgets(repair) ? repair.parts.slice(1) : repair.parts),
  });
  const step = (id: string, from: string, changes: Readonly<Record<string, unknown>>) => {
    const repair = find(id);
    // Rejected attempts are recorded, too.
    attempts.push({ id: `att_${attempts.length}`, repairId: id });
    const isLenient = has('collects open repairs') && from === 'finished' && repair['status'] === 'open';
    if (repair['status'] !== from && !isLenient) {
      if (has('a refusal copies a repair')) repairs.push({ ...repair, id: `rep_${repairs.length}_copy` });
      refuse(409, 'wrongState');
    }
    repairs[repairs.indexOf(repair)] = { ...repair, ...changes };
    return show(find(id));
  };
  let made = 0;
  const now = () => new Date(wallNowMs() + made * 1000).toISOString();
  const create = (body: unknown) => {
    if (!isObject(body)) return refuse(400, 'invalid');
    if (!has('ticket twice') && repairs.some(({ ticket }) => ticket === body['ticket'])) refuse(409, 'ticketTaken');
    made += 1;
    const defaults = { isUrgent: has('urgent by default'), parts: [], status: 'open', finishedAt: null };
    const repair: Repair = { ...defaults, ticket: '', ...body, id: `rep_${made}`, createdAt: now() };
    repairs.unshift(repair);
    return show(repair);
  };
  const list = (query: URLSearchParams) => {
    const due = Date.parse(query.get('dueBefore') ?? '');
    const isDue = (at: number) =>
      Number.isNaN(due) || at < due || (has('due at the same time counts as before') && at === due);
    const status = query.get('status');
    const found = repairs.filter(
      (each) => isDue(Date.parse(String(each['dueAt']))) && (status ?? each['status']) === each['status'],
    );
    const offset = Number(query.get('offset') ?? 0);
    const shown = (has('oldest first') ? found.toReversed() : found).slice(
      offset,
      offset + Number(query.get('limit') ?? 20),
    );
    return { items: shown.map(show), total: found.length };
  };
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://desk');
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(stringifyJson(body));
    };
    try {
      const text = await readText(request);
      const body = text === '' ? undefined : bodyOf(text);
      const match = contract.match(request.method ?? 'GET', url.pathname);
      if (match.kind !== 'operation') return send(match.kind === 'wrong-method' ? 405 : 404, { code: 'notFound' });
      const { operationId } = match.operation;
      if (operationId !== 'signIn' && request.headers.authorization !== 'Bearer desk-1') refuse(401, 'unauthorized');
      const given = {
        path: match.path,
        query: url.searchParams,
        headers: { ...request.headers } as Record<string, string>,
      };
      const { findings } = match.operation.validateRequest({
        ...given,
        body: cloneJson(body),
        ...(text === '' ? {} : { mediaType: 'application/json' }),
      });
      if (findings.length > 0) refuse(400, 'invalid');
      const id = String(match.path['repairId']);
      const answers: Readonly<Record<string, () => readonly [number, unknown]>> = {
        signIn: () =>
          isObject(body) && body['password'] === 'let-me-in-1'
            ? [200, { token: 'desk-1' }]
            : refuse(401, 'unauthorized'),
        listRepairs: () => [200, list(url.searchParams)],
        listAttempts: () => [200, { items: attempts, total: attempts.length }],
        createRepair: () => [201, create(body)],
        getRepair: () => [200, show(find(id))],
        finishRepair: () => [
          200,
          step(id, 'open', { status: 'finished', ...(has('finishedAt stays null') ? {} : { finishedAt: now() }) }),
        ],
        collectRepair: () => [200, step(id, 'finished', { status: 'collected' })],
      };
      const [status, answer] = answers[operationId]?.() ?? refuse(404, 'notFound');
      send(status, answer);
    } catch (error) {
      send(error instanceof Refusal ? error.status : 500, {
        code: error instanceof Refusal ? error.message : String(error),
      });
    }
  });
}

/** Ends a request with an error. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    code: string,
  ) {
    super(code);
  }
}

function refuse(status: number, code: string): never {
  throw new Refusal(status, code);
}

function bodyOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return refuse(400, 'invalid');
  }
}

function sumOf(parts: readonly unknown[]): number {
  return parts.reduce<number>((sum, part) => sum + (isObject(part) ? Number(part['price']) : 0), 0);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
