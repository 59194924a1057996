import { createServer, type IncomingMessage, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type ApiContract, decodeBody } from '@understudy/contract';
import { setRealTimeAlarm, wallIsoInstant } from '@understudy/kernel';

/** Defects that can be injected into the server. Each is typical of real servers. */
export const plantedDefects = [
  'unicode crashes',
  'wrong status',
  'missing field',
  'wrong type',
  'enum accepted',
  'lost update',
  'deep JSON crashes',
  'use after delete',
  'credentials ignored',
  'paging skips',
  'two writers',
] as const;

/** Defects that the first requests to each operation reveal. */
export const coveredDefects = [
  'page too long',
  'wrong total',
  'neighbor changed',
  'deleted is listed',
  'second delete crashes',
  'left-out member kept',
  'filter ignored',
  'required member optional',
  'long text accepted',
  'page of zero accepted',
  'large number accepted',
  'connection broken',
  'total of the page',
  'second member lost',
  'second delete accepted',
  'time of the change stays',
] as const;

/** The defect of a server that ignores one rule but verifies all others. */
export const overlookedDefect = 'name optional';

/** The findings about requests that a server with each defect ignores. */
const overlooked: Readonly<Record<string, RegExp>> = {
  'enum accepted': /enum$/,
  'required member optional': /required$/,
  'name optional': /^\/body\/name \S*required$/,
  'long text accepted': /max-length$/,
  'page of zero accepted': /query-minimum$|query.*minimum$/,
  'large number accepted': /body.*maximum$/,
};

export type PlantedDefect = (typeof plantedDefects)[number] | (typeof coveredDefects)[number] | typeof overlookedDefect;

/** The description of the server. */
export const itemsFile = fileURLToPath(new URL('items.yaml', import.meta.url));

/** Waits, so that a second request reads the data before the first request changes it. */
async function gap(): Promise<void> {
  await new Promise<void>((resolve) => {
    setRealTimeAlarm(5, resolve);
  });
}

interface Answer {
  status: number;
  body?: unknown;
  etag?: string;
}

/** Creates a server for items that is correct except for the defects. Its key is `right`. */
export function createDefectiveServer(contract: ApiContract, ...defects: readonly PlantedDefect[]): Server {
  const has = (defect: PlantedDefect) => defects.includes(defect);
  const items = new Map<number, Record<string, unknown>>();
  const gone = new Map<number, Record<string, unknown>>();
  const byKey = new Map<string, number>();
  let last = 0;
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { method = '', headers, url = '' } = request;
    const { pathname, searchParams } = new URL(url, 'http://host');
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const match = contract.match(method, pathname);
    if (match.kind !== 'operation') return { status: match.kind === 'wrong-method' ? 405 : 404, body: {} };
    if (headers['x-key'] !== 'right' && !has('credentials ignored')) return { status: 401, body: {} };
    if (has('deep JSON crashes') && bytes.includes('[[[[[[[[')) return { status: 500, body: {} };
    if (has('unicode crashes') && bytes.some((byte) => byte > 127)) return { status: 500, body: {} };
    const mediaType = headers['content-type'];
    const isRead = match.operation.requestBody === undefined;
    const decoded = bytes.length === 0 || isRead ? { value: undefined } : decodeBody(bytes, mediaType);
    if ('finding' in decoded) return { status: 400, body: {} };
    const { value } = decoded;
    const plain = Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, String(each)]));
    const { findings } = match.operation.validateRequest({
      path: match.path,
      query: searchParams,
      headers: plain,
      ...(isRead ? {} : { body: value, mediaType }),
    });
    const meant = findings.filter(
      ({ pointer, ruleId }) => !defects.some((defect) => overlooked[defect]?.test(`${pointer} ${ruleId}`)),
    );
    if (meant.length > 0) return { status: 400, body: {} };
    const { id: _own, updatedAt: _changed, ...fields } = Object(value);
    const key = Number(match.path['itemId']);
    const found = items.get(key);
    if (gone.has(key) && method === 'DELETE') {
      if (has('second delete crashes')) return { status: 500, body: {} };
      if (has('second delete accepted')) return { status: 204 };
    }
    if (match.operation.path !== '/items' && found === undefined) return { status: 404, body: {} };
    switch (match.operation.operationId) {
      case 'listItems': {
        const [page, perPage, colour] = ['page', 'per_page', 'colour'].map((name) => searchParams.get(name));
        const listed = [...items.values(), ...(has('deleted is listed') ? gone.values() : [])];
        const all = listed.filter((each) => has('filter ignored') || colour === null || each['colour'] === colour);
        const start = (Number(page ?? 1) - 1) * Number(perPage ?? 100);
        const skipped = has('paging skips') && start > 0 ? 1 : 0;
        const end = start + Number(perPage ?? 100) + (has('page too long') ? 1 : 0);
        const shown = all.slice(start + skipped, end + skipped);
        const total = has('total of the page') ? shown.length : all.length + (has('wrong total') ? 1 : 0);
        return { status: 200, body: { items: shown, total } };
      }
      case 'createItem': {
        const known = byKey.get(String(headers['idempotency-key']));
        if (known !== undefined && items.has(known)) return { status: 201, body: items.get(known) };
        last += 1;
        if (headers['idempotency-key'] !== undefined) byKey.set(String(headers['idempotency-key']), last);
        items.set(last, { ...fields, id: last, updatedAt: wallIsoInstant(), madeBy: 'server' });
        return { status: has('wrong status') ? 200 : 201, body: items.get(last) };
      }
      case 'deleteItem':
        if (!has('use after delete')) items.delete(key);
        gone.set(key, found ?? {});
        return { status: 204 };
      case 'getItem': {
        if (has('connection broken')) return { status: 0 };
        const { size: held, ...rest } = found ?? {};
        const body = has('missing field') ? rest : { ...rest, size: has('wrong type') ? String(held) : held };
        const etag = `"${Buffer.from(JSON.stringify(body)).toString('base64url').slice(-40)}"`;
        return headers['if-none-match'] === etag ? { status: 304, etag } : { status: 200, body, etag };
      }
      default: {
        const keeps = match.operation.method === 'PATCH' || has('left-out member kept');
        const before = keeps ? { ...found } : { id: key, madeBy: 'server' };
        const [neighbor] = [...items].find(([other]) => other !== key) ?? [];
        if (has('neighbor changed') && neighbor !== undefined)
          items.set(neighbor, { ...items.get(neighbor), name: fields.name });
        if (has('two writers')) await gap();
        const changed = {
          ...before,
          ...(has('two writers') ? {} : match.operation.method === 'PATCH' ? items.get(key) : {}),
          ...fields,
          updatedAt: has('time of the change stays') ? found?.['updatedAt'] : wallIsoInstant(),
          ...(has('second member lost') ? { size: found?.['size'] } : {}),
        };
        if (!has('lost update')) items.set(key, changed);
        return { status: 200, body: changed };
      }
    }
  };
  return createServer(async (request, response) => {
    // A client can close the connection before it has sent the entire request.
    const { status, body, etag } = await answer(request).catch((): Answer => ({ status: 0 }));
    if (status === 0) {
      request.socket.destroy();
      return;
    }
    const headers = {
      ...(etag === undefined ? {} : { etag }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
