import { secretEncodings } from '@understudy/contract/testing';
import { testOrigin, useNotesApi } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';

const start = useNotesApi();

describe('the journal and its HAR export', () => {
  it('show an empty request body as null', async () => {
    const notes = start();
    await notes.send('POST /_sim/inbox/in');
    expect((await notes.journal('type=message'))[0]).toMatchObject({ request: { body: null } });
  });

  it('contain every request and response in HAR 1.2 format', async () => {
    const notes = start();
    await notes.send('PUT /notes/a?signature=secret&x=1', { text: 'x' });
    await notes.send('GET /notes/none');
    const { log } = (await notes.send('GET /_sim/journal.har')).body;
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'understudy' } });
    expect(log.entries).toHaveLength(2);
    const [{ request, response, ...entry }] = log.entries;
    expect(entry).toEqual({
      startedDateTime: '2026-01-15T09:00:00.000Z',
      time: expect.any(Number),
      cache: {},
      timings: { send: 0, wait: entry.time, receive: 0 },
      comment: 'journal entry 1',
    });
    expect(request).toMatchObject({
      method: 'PUT',
      url: `${testOrigin}/notes/a?signature=[redacted]&x=1`,
      httpVersion: 'HTTP/1.1',
      queryString: [
        { name: 'signature', value: '[redacted]' },
        { name: 'x', value: '1' },
      ],
      postData: { mimeType: 'application/json', text: '{"text":"x"}' },
    });
    expect(response).toMatchObject({
      status: 200,
      content: { size: 33, mimeType: 'application/json; charset=utf-8', text: '{"id":"a","text":"x","version":1}' },
    });
  });
});

describe('the journal', () => {
  const secret = 'canary-secret-4711';
  const long = 'x'.repeat(70_000);
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each([
    ['an upload over 64 KB', '/notes/a', `{"webhookApiKey":"${secret}","text":"${long}"}`, json],
    ['malformed JSON', '/notes/a', `{"webhookApiKey" : "${secret}", "text":`, json],
    ['JSON truncated within a secret', '/notes/a', `{"client_secret":"${secret}`, json],
    [
      'a form with the wrong media type',
      '/notes/a',
      `grant_type=x&client_secret=${secret}`,
      { 'content-type': 'text/plain' },
    ],
    ['a form declared as JSON', '/notes/a', `client_secret=${secret}&x=1`, json],
    ['JSON declared as a form', '/notes/a', `{"x":"","client_secret":"${secret}"}`, form],
    ['a query parameter', `/notes/a?client_secret=${secret}`, '{}', json],
    ['a query parameter with a percent-encoded name', `/notes/a?x=1&client%5Fsecret=${secret}`, '{}', json],
    ['a webhook URL', '/notes/a', `{"url":"https://hooks.example/in?secret=${secret}&x=1"}`, json],
    [
      'a webhook URL with another secret parameter',
      '/notes/a',
      `{"url":"https://hooks.example/in?a=b&key=${secret}"}`,
      json,
    ],
  ])('redacts secrets in %s', async (_what, url, body, headers) => {
    const notes = start();
    await notes.send(`PUT ${url}`, body, headers);
    for (const path of ['/_sim/journal', '/_sim/journal.har']) {
      const text = JSON.stringify((await notes.send(`GET ${path}`)).body);
      expect(text).toContain('[redacted]');
      expect(text).not.toContain(secret);
    }
  });

  it('redacts secrets in valid and invalid webhook URLs', async () => {
    const notes = start();
    await notes.send('POST /notes/a/shout', { text: 'x', url: `https://hooks.example/in?secret=${secret}` });
    await notes.send('POST /notes/b/shout', { text: 'x', url: `no url?key=${secret}` });
    expect(JSON.stringify(await notes.journal())).not.toContain(secret);
  });

  it.each(['//', '//x/y', '/\\', '*', '/%', 'http://'])('can be exported after a request to %s', async (url) => {
    const notes = start();
    const request = { method: 'GET', url, origin: testOrigin, headers: {}, body: new Uint8Array() };
    await notes.simulators.handle(request);
    await notes.send('GET /notes/a');
    const { status, body } = await notes.send('GET /_sim/journal.har');
    expect([status, body.log.entries.length]).toEqual([200, 2]);
  });

  it('is read quickly even if a body contains many strings that resemble secrets', async () => {
    const notes = start();
    const text = '"token" '.repeat(500) + 'a=b&'.repeat(500) + '"token":"\\'.repeat(500);
    await notes.send('PUT /notes/a', text, { 'content-type': 'text/plain' });
    await notes.journal();
    const before = process.cpuUsage();
    await notes.journal();
    expect(process.cpuUsage(before).user).toBeLessThan(250_000);
  });
});

describe('a control token that a client sends to an ordinary operation', () => {
  const controlToken = 'canary/control+77 {of}="all"';
  const authorization = `Bearer ${controlToken}`;
  const hex = Buffer.from(controlToken).toString('hex');
  const all = Object.entries(secretEncodings).map(([name, encode]): [string, string] => [name, encode(controlToken)]);

  it.each(all)('is redacted in the journal, its export, deliveries and records: %s', async (_name, written) => {
    const notes = start({ controlToken });
    const header = written.replaceAll(/[^\t\x20-\x7e]/g, ' ');
    const address = written.replaceAll(/[^\x21-\x7e]|[?#\\]/g, encodeURIComponent);
    const text = { 'content-type': 'text/plain' };
    await notes.send(`PUT /notes/a?note=${address}`, { text: `it is ${written}` }, { 'x-note': header });
    await notes.send(`GET /notes/${address}`, undefined, { tenantid: header, [`x-${hex}`]: '1' });
    await notes.send('PUT /notes/b', `${'x'.repeat(900)} ${written}`, text);
    for (const before of ['', 'x'.repeat(16_370), 'x'.repeat(4080)])
      await notes.send('POST /_sim/inbox/in', `${before} ${written} ${'x'.repeat(17 * before.length)}`, text);
    await notes.send('POST /notes/j/shout', { text: written, url: `https://hooks.example/${address}` });
    const shown: string[] = [];
    for (const path of ['journal', 'journal.har', 'deliveries', 'records/notes/notes?clientId=c&tenantId=t1']) {
      const { status, body } = await notes.send(`GET /_sim/${path}`, undefined, { authorization });
      expect([path, status]).toEqual([path, 200]);
      shown.push(JSON.stringify(body));
    }
    expect(shown.filter((each) => !each.includes('[redacted]'))).toEqual([]);
    for (const form of [controlToken, hex, written, header, address]) {
      const inJson = JSON.stringify(form).slice(1, -1);
      const leaks = [form, inJson, JSON.stringify(inJson).slice(1, -1)].map((each) => each.slice(0, 12));
      expect(leaks.filter((leak) => shown.some((each) => each.includes(leak)))).toEqual([]);
    }
  });
});

describe('the event stream of the journal', () => {
  it('sends each completed entry, and closes when the sandbox is deleted', async () => {
    const notes = start();
    const response = await notes.simulators.fetch(`${testOrigin}/~live/_sim/events`);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(': the journal from now on\n\n');
    await notes.send('PUT /~live/notes/a', { text: 'x' });
    const event = (await reader?.read())?.value ?? '';
    const [type, id, data] = event.trim().split('\n');
    expect([type, id]).toEqual(['event: request', 'id: 1']);
    expect(JSON.parse(data?.slice('data: '.length) ?? '')).toMatchObject({ operationId: 'putNote', status: 200 });
    await notes.send('DELETE /_sim/sandboxes/live');
    expect((await reader?.read())?.done).toBe(true);
  });

  it('sends a "changed" event in summaries when fault rules or settings change', async () => {
    const notes = start();
    const response = await notes.simulators.fetch(`${testOrigin}/_sim/events?summary=true`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    await notes.send('GET /_sim/faults');
    expect((await notes.send('DELETE /_sim/faults/none')).status).toBe(404);
    await notes.send('PUT /notes/a', { text: 'x' });
    expect((await reader?.read())?.value).toMatch(/^event: request\n/);
    await notes.send('PUT /_sim/faults', { faults: [{ effect: { status: 503 } }] });
    expect((await reader?.read())?.value).toBe('event: changed\ndata: {}\n\n');
    await notes.send('PATCH /_sim/settings', { progression: 'manual' });
    expect((await reader?.read())?.value).toBe('event: changed\ndata: {}\n\n');
    await reader?.cancel();
  });
});

describe('concurrent event streams', () => {
  it('are limited in number, and each receives every event', async () => {
    const notes = start({ memory: { streams: 3 } });
    const follow = async (query = '') => {
      const response = await notes.simulators.fetch(`${testOrigin}/_sim/events${query}`);
      return {
        status: response.status,
        response,
        reader: response.body?.pipeThrough(new TextDecoderStream()).getReader(),
      };
    };
    const streams = [await follow(), await follow(), await follow()];
    const refused = await follow();
    expect([refused.status, refused.response.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await refused.reader?.read())?.value).toMatch(/3 event streams.*--limit maxStreams/);
    for (const { reader } of streams) await reader?.read();
    await notes.send('PUT /notes/a', { text: 'x' });
    for (const { reader } of streams) expect((await reader?.read())?.value).toMatch(/^event: request\nid: 1\n/);
    for (const { reader } of streams) await reader?.cancel();
    await expect.poll(() => notes.simulators.server.sandboxes.ready('default')?.journal.isWatched).toBe(false);
    expect((await follow()).status).toBe(200);
  });
});

describe('waiting for journal entries', () => {
  it('returns the first 100 matches, or as many as requested', async () => {
    const notes = start();
    for (let call = 0; call < 120; call += 1) await notes.send('GET /notes/a');
    const match = { operationId: 'getNote' };
    const some = await notes.send('POST /_sim/journal/wait', { match });
    expect([some.body.count, some.body.entries[0].seq]).toEqual([100, 1]);
    expect((await notes.send('POST /_sim/journal/wait', { match, count: 110 })).body.count).toBe(110);
  });
});

describe('a request that matches no operation', () => {
  it('gets suggestions of similar calls in the response and in the journal', async () => {
    const notes = start();
    const answer = await notes.send('GET /note/a');
    expect(answer).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('GET /notes/{id}, PUT /notes/{id}') },
    });
    expect((await notes.journal('status=404'))[0]?.['error']).toContain('GET /notes/{id}');
  });
});

describe('webhook deliveries', () => {
  it('are listed with their attempts, and replayed as new deliveries', async () => {
    const notes = start();
    await notes.send('PATCH /_sim/settings', { webhooks: { attempts: 1 } });
    await notes.send('PUT /_sim/inbox/in/answers', { answers: [{ status: 500 }, { status: 204 }] });
    await notes.send('POST /notes/j/shout', { text: 'hey', url: `${testOrigin}/_sim/inbox/in` });
    expect((await notes.send('GET /_sim/deliveries')).body.deliveries).toEqual([
      {
        id: '1',
        cause: 1,
        plan: { attempts: 1, retryDelaysSeconds: [60, 300], timeoutSeconds: 2 },
        api: 'notes',
        jobId: 'j',
        tenantId: 't1',
        url: `${testOrigin}/_sim/inbox/in`,
        state: 'failed',
        createdAt: '2026-01-15T09:00:00.000Z',
        attempts: [
          { number: 1, at: '2026-01-15T09:00:00.000Z', outcome: 'failed', status: 500, error: expect.any(String) },
        ],
      },
    ]);
    expect((await notes.send('POST /_sim/deliveries/1/replay')).body).toMatchObject({ id: '2', state: 'delivered' });
    expect((await notes.send('GET /_sim/inbox/in/messages')).body.count).toBe(2);
    expect((await notes.send('POST /_sim/deliveries/9/replay')).status).toBe(404);
  });

  it('cannot be replayed while they wait for a retry', async () => {
    const notes = start();
    await notes.send('PUT /_sim/inbox/in/answers', { answers: [{ status: 500 }] });
    await notes.send('POST /notes/j/shout', { text: 'hey', url: `${testOrigin}/_sim/inbox/in` });
    expect((await notes.send('POST /_sim/deliveries/1/replay')).status).toBe(409);
  });
});

describe('reading the journal', () => {
  it('returns the oldest or the newest entries, in either order', async () => {
    const notes = start();
    for (const id of ['a', 'b', 'c', 'd']) await notes.send(`PUT /notes/${id}`, { text: id });
    const seqs = async (query: string) => (await notes.journal(query)).map(({ seq }) => seq);
    expect(await seqs('limit=2')).toEqual([1, 2]);
    expect(await seqs('last=2')).toEqual([3, 4]);
    expect(await seqs('order=desc&limit=3')).toEqual([4, 3, 2]);
    expect(await seqs('last=2&order=desc&limit=3')).toEqual([4, 3]);
    expect(await seqs('last=2&after=3')).toEqual([4]);
  });

  it('filters entries by failure, status code or status class', async () => {
    const notes = start();
    await notes.send('PUT /notes/a', { text: 'a' });
    await notes.send('GET /notes/none');
    await notes.send('GET /nowhere');
    await notes.send('PUT /notes/b', { wrong: 1 });
    const statuses = async (query: string) => (await notes.journal(query)).map(({ status }) => status);
    expect(await statuses('failed=true')).toEqual([404, 404, 400]);
    expect(await statuses('failed=false')).toEqual([200]);
    expect(await statuses('status=2xx')).toEqual([200]);
    expect(await statuses('status=4xx&last=1')).toEqual([400]);
    expect(await statuses('status=404')).toEqual([404, 404]);
    expect((await notes.send('GET /_sim/journal?status=6xx')).status).toBe(400);
    const waited = await notes.send('POST /_sim/journal/wait', { match: { failed: true, status: '4xx' }, count: 3 });
    expect(waited.body.count).toBe(3);
  });
});
