import { Writable } from 'node:stream';
import { secretEncodings } from '@understudy/contract/testing';
import type { ServerEvent } from '@understudy/kernel';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSimulators } from '../start-simulators.js';
import { call } from '../testing/call.js';
import { requestDemoToken } from '../testing/demo-token.js';
import { useResources } from '../testing/use-resources.js';
import { LineWriter } from './line-writer.js';
import { type LogFormat, openLog } from './open-log.js';

const { start } = useResources();

const events: ServerEvent[] = [];
let simulators: RunningSimulators;
beforeAll(async () => {
  simulators = await start({ apis: ['inventory'], onEvent: (event) => events.push(event) });
});
beforeEach(() => void events.splice(0));

function paper(isTTY = false) {
  const written: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void written.push(String(chunk))) });
  return { stream: Object.assign(stream, { isTTY }), text: () => written.join('') };
}

async function logged(
  form: LogFormat,
  { isTTY = false, env = {}, of = events }: { isTTY?: boolean; env?: NodeJS.ProcessEnv; of?: ServerEvent[] } = {},
): Promise<string> {
  const { stream, text } = paper(isTTY);
  const log = openLog(form, stream, env);
  of.forEach(log.tell);
  log.begin();
  await log.end();
  return text();
}

const get = (path: string) => call(simulators, `GET ${path}`);

describe('the server log', () => {
  it('has a line for each request with its sandbox, and a line with the reason for a rejection', async () => {
    const answer = await get('/~ada/io/data?limit=1');
    const [line, why, ...more] = (await logged('pretty')).trimEnd().split('\n');
    expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} 401 +[\d.]+ ms {2}GET {4}\/io\/data\?limit=1 {2}~ada$/);
    expect(why?.trim()).toBe('The Authorization header is missing; send "Authorization: Bearer <token>"');
    expect(more).toEqual([]);
    expect(JSON.parse(await logged('json'))).toMatchObject({
      kind: 'request',
      sandbox: 'ada',
      requestId: Number(answer.headers.get('x-request-id')),
      api: 'inventory',
      operationId: 'listDatasets',
      status: 401,
      milliseconds: expect.any(Number),
    });
  });

  it('contains the completion of a job and each webhook attempt', async () => {
    const headers = { authorization: `Bearer ${await requestDemoToken(simulators)}`, tenantId: 't1' };
    const { body: presigned } = await call(simulators, 'GET /io/presigned_url', undefined, headers);
    const inbox = simulators.control.inbox('mine');
    await inbox.answer([{ status: 503 }]);
    const sale = { transactionId: 't1', departureDate: '2026-01-05', quantity: 3 };
    const webhook = { webhookUrl: `${inbox.url}?key=canary`, webhookApiKey: 'canary' };
    const body = JSON.stringify({ datasets: [{ datasetId: 'beans', transactions: [sale] }], webhook });
    await simulators.fetch(presigned.url, { method: 'PUT', body });
    await simulators.control.advance('PT1S');
    expect(events.find(({ kind }) => kind === 'job')).toMatchObject({ jobId: presigned.jobId, status: 'success' });
    expect(await logged('pretty')).toMatch(/hook +failed 503, attempt 1, .*\/_sim\/inbox\/mine\?key=\[redacted]/);
  });

  it('omits read requests to the control plane, but logs changes', async () => {
    await simulators.control.jobs.list();
    await simulators.control.advance('PT1M');
    expect((await logged('pretty')).trimEnd().split('\n')).toHaveLength(1);
  });

  it('contains no secrets and no terminal control characters', async () => {
    await get('/io/data?token=canary-1&sig=canary-2');
    await get('/nowhere/%1b[2J?client_secret=canary-3');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await call(simulators, 'POST /connect/token', 'client_secret=canary-4', form);
    await get('/~%0aforged/io/data');
    for (const format of ['pretty', 'json'] as const) {
      expect(await logged(format)).not.toContain('canary');
      expect(await logged(format)).not.toContain('\u001b');
    }
    expect((await logged('pretty')).trimEnd().split('\n')).toHaveLength(8);
  });

  it.each(Object.entries(secretEncodings))(
    'hides a control token sent in the wrong place, encoded as %s',
    async (_name, encode) => {
      const controlToken = 'canary/control+77 {of}="all"';
      const told: ServerEvent[] = [];
      const onEvent = (event: ServerEvent) => told.push(event);
      const guarded = await start({ apis: ['inventory'], controlToken, onEvent });
      const written = encode(controlToken);
      const address = written.replaceAll(/[^\x21-\x7e]|[?#\\]/g, encodeURIComponent);
      const headers = {
        tenantId: written.replaceAll(/[^\t\x20-\x7e]/g, ' '),
        authorization: `Bearer ${await requestDemoToken(guarded)}`,
      };
      for (const path of [`/io/data?note=${address}`, `/${address}`, '/io/status'])
        await guarded.fetch(guarded.url + path, { headers: { ...headers, jobId: headers.tenantId } });
      for (const form of ['pretty', 'json'] as const) {
        const text = await logged(form, { of: told });
        expect(text).toContain('[redacted]');
        for (const leak of [written, address, headers.tenantId]) expect(text).not.toContain(leak.slice(0, 12));
      }
    },
  );

  it('summarizes repeated requests in text format, but logs each request in JSON format', async () => {
    for (const path of ['/io/health_check', '/io/health_check', '/io/health_check', '/io/data', '/io/data?limit=1'])
      await get(path);
    const pretty = (await logged('pretty')).trimEnd().split('\n');
    expect(pretty).toHaveLength(6);
    expect(pretty[1]?.trim()).toBe('… repeated 2 times');
    expect((await logged('json')).trimEnd().split('\n')).toHaveLength(5);
  });

  it('is colored only on a terminal, unless NO_COLOR is set', async () => {
    await get('/io/health_check');
    expect(await logged('pretty', { isTTY: true })).toContain('\u001b[32m200');
    for (const told of [{}, { isTTY: true, env: { NO_COLOR: '1' } }]) {
      expect(await logged('pretty', told)).not.toContain('\u001b');
    }
  });

  it('drops lines if its reader is slow, and reports how many', () => {
    const held: Array<() => void> = [];
    const seen: string[] = [];
    const slow = new Writable({
      write(chunk, _encoding, done) {
        seen.push(String(chunk));
        held.push(done);
      },
    });
    const writer = new LineWriter(slow, (count) => `lost ${count}`);
    writer.begin();
    const long = 'x'.repeat(5 * 1024 * 1024);
    writer.write(long);
    writer.flush();
    writer.write('dropped');
    writer.flush();
    for (const done of held) done();
    writer.write('late');
    writer.flush();
    for (const done of held.splice(1)) done();
    expect(seen.slice(1).join('')).toBe('lost 1\nlate\n');
    slow.destroy(new Error('EPIPE'));
    writer.write('to nobody');
    writer.flush();
    expect(seen.join('')).not.toContain('nobody');
  });
});
