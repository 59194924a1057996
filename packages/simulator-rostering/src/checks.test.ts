import { describe, expect, it } from 'vitest';
import { helpDesk, shop } from './testing/definitions.js';
import { rosteringApis } from './testing/rostering-api.js';

const start = rosteringApis();
const feasible = { version: '1.0', status: ['FEASIBLE'], warnings: [], infeasibilities: [], errors: [], timeouts: [] };

describe('the feasibility check', () => {
  it('finds nothing wrong with what can be done, at both of its paths', async () => {
    const api = await start();
    for (const path of ['/feasibility', '/feasibility/', '/feasibility_check', '/feasibility_check/']) {
      const { status, body } = await api.send(`POST ${path}`, shop());
      expect([status, body]).toEqual([200, feasible]);
    }
    expect((await api.control('GET /_sim/jobs')).body.jobs).toEqual([]);
  });

  it('reports who is missing and when', async () => {
    const api = await start();
    const demands = [{ timeDemands: [{ timeSlotId: 'morning', min: 5, ideal: 5, max: 5 }] }];
    const { status, body } = await api.send('POST /feasibility', helpDesk({ employees: [{ id: 'ada' }], demands }));
    expect([status, body.status]).toEqual([200, expect.arrayContaining(['INFEASIBLE'])]);
    expect(body.infeasibilities[0]).toMatchObject({
      title: 'Employee-availability-check',
      category: 'INFEASIBILITY',
      violations: expect.arrayContaining([
        expect.objectContaining({
          requiredEmployees: 5,
          missingEmployees: 4,
          violatedProperties: ['MIN'],
          demandSegment: expect.objectContaining({ startTime: '08:00', endTime: '12:00', minDemand: 5 }),
        }),
      ]),
    });
  });
});

describe('analyze', () => {
  it('warns in the language asked for, which is English otherwise', async () => {
    const api = await start();
    const said = async (headers: Record<string, string>) =>
      (await api.send('POST /analyze', shop(), headers)).body.warnings[0].message;
    const english = await said({});
    expect(await said({ ACCEPT_LANGUAGE: 'en-US' })).toBe(english);
    expect(await said({ ACCEPT_LANGUAGE: 'fi-FI' })).toBe('Työntekijä {0} ei ole käytettävissä {1}');
    expect(await said({ ACCEPT_LANGUAGE: 'nb' })).toBe('Ansatt {0} er ikke tilgjengelig {1}');
    expect(await said({ ACCEPT_LANGUAGE: 'fr-FR' })).toBe(english);
  });

  it('answers the dummy whatever the input, in any language, and makes no job', async () => {
    const api = await start();
    const answers = [];
    for (const headers of [{}, { ACCEPT_LANGUAGE: 'en-US' }, { ACCEPT_LANGUAGE: 'xx-XX' }]) {
      const { status, body } = await api.send('POST /analyze', shop(), headers);
      expect(status).toBe(200);
      expect((await api.send(`GET /jobs/${body.jobId}`)).status).toBe(404);
      answers.push(body.warnings);
    }
    answers.push((await api.send('POST /analyze', helpDesk())).body.warnings);
    for (const warnings of answers) expect(warnings).toEqual(answers[0]);
    expect(answers[0]).toHaveLength(1);
  });

  it('warns of the definition when its configuration asks for it', async () => {
    const api = await start();
    const configuration = { analyzeInput: true };
    expect((await api.send('POST /analyze', shop({ configuration }))).body.warnings).toEqual([]);
    const employees = [{ id: 'ada' }];
    const { warnings } = (await api.send('POST /analyze', shop({ configuration, employees }))).body;
    expect(warnings.length).toBeGreaterThan(0);
    for (const { message, entities } of warnings) {
      const places = [...message.matchAll(/\{(\d+)\}/g)].map(([, place]) => Number(place));
      expect(Math.max(...places)).toBeLessThan(entities.length);
    }
  });
});
