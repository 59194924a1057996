import { describe, expect, it } from 'vitest';
import { createShopDefinition } from './testing/definitions.js';
import { useRosteringApi } from './testing/rostering-api.js';

const start = useRosteringApi();
const operations = ['POST /jobs', 'POST /analyze', 'POST /feasibility'];

/** The shop with one part of its `jobInfo` changed. */
function shopWith(jobInfo: object) {
  const definition = createShopDefinition();
  return { ...definition, jobInfo: { ...definition.jobInfo, ...jobInfo } };
}

const horizon = (startDate: string, endDate: string) => shopWith({ planningHorizon: { startDate, endDate } });
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `e${index}` }));

describe('a job definition', () => {
  it.each([
    [
      'an unknown shift',
      createShopDefinition({ demands: [{ shiftDemands: [{ shiftId: 'nite', min: 1, ideal: 1, max: 1 }] }] }),
      '$.demands[0].shiftDemands[0].shiftId',
      'nite',
    ],
    ['a reversed horizon', horizon('2026-03-08', '2026-03-02'), '$.jobInfo.planningHorizon.endDate', '2026-03-0'],
    ['400 days', horizon('2026-01-01', '2027-02-04'), '$.jobInfo.planningHorizon', '366'],
    ['5000 employees', createShopDefinition({ employees: people(5000) }), '$.employees', '2000'],
    [
      'an invalid time',
      createShopDefinition({ shifts: [{ id: 'early', intervals: [{ startTime: '7:00', endTime: '15:00' }] }] }),
      '$.shifts[0].intervals[0].startTime',
      '7:00',
    ],
    ['no jobInfo', createShopDefinition({ jobInfo: undefined }), '$', 'jobInfo'],
    ['no demands', createShopDefinition({ demands: undefined }), '$', 'demands'],
  ])(
    'with %s is rejected by all three operations, with the path of the error',
    async (_what, definition, place, word) => {
      const api = await start();
      for (const operation of operations) {
        const { status, body, headers } = await api.send(operation, definition);
        expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8']);
        expect(body).toMatchObject({ type: 'about:blank', title: 'Bad Request', status: 400 });
        const found = Object.entries<string[]>(body.errors).find(([key]) => key.startsWith(place));
        expect(found?.[1].join(' '), JSON.stringify(body)).toContain(word);
        expect(body.detail).toContain(':');
      }
      expect((await api.control('GET /_sim/jobs')).body.jobs).toEqual([]);
    },
  );

  it('is rejected if it is larger than 20 MiB', async () => {
    const api = await start();
    const { status, body } = await api.send('POST /jobs', ' '.repeat(20 * 1024 * 1024 + 1));
    expect([status, body.detail]).toEqual([413, expect.stringContaining('at most 20971520')]);
  });
});

describe('a request', () => {
  it.each([
    ['application/json', true],
    ['text/html, */*;q=0.1', true],
    ['application/*', true],
    ['', true],
    ['application/xml', false],
    ['application/json;q=0, */*', false],
  ])('with the header "Accept: %s" is accepted: %s', async (accept, fine) => {
    const api = await start();
    expect((await api.send('POST /feasibility', createShopDefinition(), { accept })).status).toBe(fine ? 200 : 406);
  });

  it('gets a problem details body for an unknown path, a wrong method or an injected status', async () => {
    const api = await start();
    const missing = await api.send('GET /jobs/x/nonsense');
    expect([missing.status, missing.body.title]).toEqual([404, 'Not Found']);
    const method = await api.send('DELETE /jobs/x');
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, PUT']);
    const injected = await api.send('GET /jobs/x', undefined, { prefer: 'code=429' });
    expect([injected.status, injected.headers.get('retry-after')]).toEqual([429, '1']);
    const unauthorized = await api.send('GET /jobs/x', undefined, { authorization: undefined });
    expect(unauthorized.headers.get('www-authenticate')).toBe('Bearer');
  });
});
