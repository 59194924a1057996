import { describe, expect, it } from 'vitest';
import { createGuardedSender, type RequestRules } from './guard-requests.js';
import type { HttpRequest, HttpResponse } from './target.js';

/** Creates a sender whose time passes only during sleeps. */
function setUp(answers: Partial<HttpResponse>[] = [], rules: Partial<RequestRules> = {}) {
  let now = 1_000_000;
  const sent: string[] = [];
  const clock = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const guarded = createGuardedSender(
    async ({ method, url }) => {
      sent.push(`${(now - 1_000_000) / 1000} ${method} ${url}`);
      return { status: 200, headers: {}, body: new Uint8Array(), ...answers.shift() };
    },
    { guard: () => undefined, requestsPerSecond: 2, longestRetryAfter: 60, clock, ...rules },
  );
  const send = (method: string, url = 'http://here/x'): Promise<HttpResponse> => {
    const request: HttpRequest = { method, url, headers: {} };
    return guarded(request);
  };
  return { send, sent };
}

describe('createGuardedSender', () => {
  it('sends no request that the guard rejects, and does not count it towards the rate limit', async () => {
    const { send, sent } = setUp([], {
      guard: ({ method }) => (method === 'GET' ? undefined : 'this target is read-only'),
    });
    await expect(send('POST')).rejects.toThrow('POST http://here/x was not sent: this target is read-only.');
    await send('GET');
    expect(sent).toEqual(['0 GET http://here/x']);
  });

  it('limits the number of requests per second', async () => {
    const { send, sent } = setUp();
    await send('GET');
    await send('POST');
    await send('GET');
    expect(sent.map((line) => line.split(' ').slice(0, 2))).toEqual([
      ['0', 'GET'],
      ['0.5', 'POST'],
      ['1', 'GET'],
    ]);
  });

  it('waits for Retry-After, in seconds or as a date, and retries', async () => {
    const date = 'Thu, 15 Jan 2026 09:00:00 GMT';
    const { send, sent } = setUp([
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 429, headers: { 'retry-after': 'Thu, 15 Jan 2026 09:00:03 GMT', date } },
      { status: 201 },
    ]);
    expect(await send('POST')).toMatchObject({ status: 201, throttled: 2 });
    expect(sent.map((line) => line.split(' ')[0])).toEqual(['0', '7', '10']);
  });

  it('returns the 429 if Retry-After is too long, repeated too often or missing', async () => {
    const long = setUp([{ status: 429, headers: { 'retry-after': '61' } }]);
    expect(await long.send('GET')).toEqual({ status: 429, headers: { 'retry-after': '61' }, body: new Uint8Array() });
    const silent = setUp([{ status: 429 }]);
    expect((await silent.send('GET')).status).toBe(429);
    const often = setUp(Array.from({ length: 9 }, () => ({ status: 429, headers: { 'retry-after': '1' } })));
    expect(await often.send('GET')).toMatchObject({ status: 429, throttled: 3 });
    expect(often.sent).toHaveLength(4);
  });

  it('retries a 503 only for read requests', async () => {
    const busy = { status: 503, headers: { 'retry-after': '1' } };
    const reading = setUp([busy]);
    expect((await reading.send('GET')).status).toBe(200);
    const changing = setUp([busy]);
    expect((await changing.send('POST')).status).toBe(503);
    expect(changing.sent).toHaveLength(1);
  });
});
