import { describe, expect, it } from 'vitest';
import { helpDesk, shop } from './testing/definitions.js';
import { rosteringApis } from './testing/rostering-api.js';

const start = rosteringApis();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a job', () => {
  it('is created and started by one call, and led through by its links', async () => {
    const api = await start();
    const sent = shop();
    const started = await api.send('POST /jobs', sent);
    const { jobId } = started.body;
    expect([started.status, started.body]).toEqual([
      202,
      {
        jobId: expect.stringMatching(uuid),
        statusCode: 'starting',
        link: { rel: 'request', href: `/jobs/${jobId}/request` },
      },
    ]);
    expect((await api.send(`GET ${started.body.link.href}`)).body).toEqual(sent);
    const status = await api.status(jobId);
    expect(status).toEqual({
      jobId,
      statusCode: 'stopped',
      duration: 0,
      links: [
        { rel: 'request', href: `/jobs/${jobId}/request` },
        { rel: 'full_schedule', href: `/jobs/${jobId}/result/?full_schedule=True` },
        { rel: 'statistics', href: `/jobs/${jobId}/result/?full_schedule=False` },
      ],
    });
    for (const { href } of status.links) expect((await api.send(`GET ${href}`)).status).toBe(200);
  });

  it('fills the demand of shifts', async () => {
    const api = await start();
    const { roster, solution, ...rest } = await api.solve(shop());
    expect(rest).toMatchObject({ id: 'spring', organisationId: 'corner-shop', infeasibleConstraints: [] });
    expect(roster.demandFulfillment.shiftDemand).toEqual({
      min: { demand: 14, assigned: 14 },
      ideal: { demand: 14, assigned: 14 },
      max: { demand: 28, assigned: 14 },
    });
    expect(solution).toMatchObject({ score: { hard: 0, soft: 0 }, missingDemands: [], generatedShifts: [] });
    expect(roster.employeeRosters.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([
      'ada',
      'ben',
      'cem',
      'dot',
    ]);
  });

  it('fills the demand of time slots with shifts of its own making', async () => {
    const api = await start();
    const { roster, solution } = await api.solve(helpDesk());
    expect(roster.demandFulfillment.timeDemand).toMatchObject({
      min: { demand: 4, assigned: 4 },
      ideal: { demand: 6, assigned: 6 },
    });
    const known = solution.generatedShifts.map(({ id }: { id: string }) => id);
    for (const { assignments } of roster.employeeRosters) {
      for (const { shiftId } of assignments) expect(known).toContain(shiftId);
    }
  });

  it('keeps scheduled work, and is started although it cannot be feasible', async () => {
    const api = await start();
    const employees = [
      { id: 'ada', scheduledShifts: [{ shiftId: 'late', day: { date: '2026-03-03' } }] },
      { id: 'ben', readOnly: true },
    ];
    const { roster, solution } = await api.solve(shop({ employees }));
    expect(roster.employeeRosters[0].assignments).toContainEqual({
      day: { date: '2026-03-03', dayIndex: 1 },
      shiftId: 'late',
      roleId: null,
      assignmentType: 'LOCKED',
    });
    expect(roster.employeeRosters[1].assignments).toEqual([]);
    expect(solution.missingDemands).toHaveLength(7);
    expect(solution.score.hard).toBe(-7);
  });

  it('has statistics that leave the days out', async () => {
    const api = await start();
    const jobId = await api.start(shop());
    const full = await api.result(jobId, '/?full_schedule=TRUE');
    const statistics = await api.result(jobId, '?full_schedule=false');
    expect(await api.result(jobId)).toEqual(full);
    expect(statistics.solution.score).toEqual(full.solution.score);
    expect(Object.keys(statistics.roster.employeeRosters[0])).toEqual(['employeeId', 'summary']);
    for (const left of ['missingDemands', 'userDefinedShifts', 'generatedShifts']) {
      expect([left in full.solution, left in statistics.solution]).toEqual([true, false]);
    }
    const wrong = await api.send(`GET /jobs/${jobId}/result?full_schedule=x`);
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['query.full_schedule']]);
  });

  it('gives back what was sent, byte by byte', async () => {
    const api = await start();
    const text = `\n  ${JSON.stringify(shop({ note: 'ä', extensions: { own: [1.5, null] } })).replace('1.5', '1.50')} `;
    const jobId = await api.start(text);
    const { status, text: again, headers } = await api.send(`GET /jobs/${jobId}/request/`);
    expect([status, again]).toEqual([200, text]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('started twice is two jobs', async () => {
    const api = await start();
    const [first, second] = [await api.start(shop()), await api.start(shop({ demands: [] }))];
    expect(first).not.toBe(second);
    expect((await api.result(second)).roster.demandFulfillment.shiftDemand.min.demand).toBe(0);
    expect((await api.result(first)).roster.demandFulfillment.shiftDemand.min.demand).toBe(14);
  });

  it('belongs to its client, whoever asks for which customer', async () => {
    const api = await start();
    const jobId = await api.start(shop());
    await api.control('POST /_sim/actions/identity/registerClient', { clientId: 'other', clientSecret: 'secret' });
    const bare = { CUSTOMER_ID: undefined, USER_ID: undefined };
    expect((await api.send(`GET /jobs/${jobId}`, undefined, bare)).status).toBe(200);
    const authorization = `Bearer ${await api.logIn(undefined, 'other', 'secret')}`;
    for (const call of [
      `GET /jobs/${jobId}`,
      `GET /jobs/${jobId}/result`,
      `GET /jobs/${jobId}/request`,
      `PUT /jobs/${jobId}`,
    ]) {
      const { status, body } = await api.send(call, undefined, { authorization });
      expect([status, body.detail]).toEqual([
        404,
        `There is no job "${jobId}" of this client; start one by POST /jobs`,
      ]);
    }
  });

  it('is of its sandbox alone', async () => {
    const api = await start();
    const jobId = await api.start(shop());
    const authorization = `Bearer ${await api.logIn(undefined, undefined, undefined, '/~b')}`;
    expect((await api.send(`GET /~b/jobs/${jobId}`, undefined, { authorization })).status).toBe(404);
  });
});

describe('on a manual clock', () => {
  it('the same calls give the same rosters and the same journal', async () => {
    const runs = [];
    for (const _ of [1, 2]) {
      const api = await start();
      const answers = [await api.solve(shop()), await api.solve(helpDesk())];
      runs.push(JSON.stringify([answers, (await api.control('GET /_sim/journal')).body.entries]));
    }
    expect(runs[0]).toBe(runs[1]);
  });
});
