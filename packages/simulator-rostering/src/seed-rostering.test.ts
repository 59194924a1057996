import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readRosteringSeed } from './seed-rostering.js';
import { useRosteringApi } from './testing/rostering-api.js';

const start = useRosteringApi();
const demo = async () =>
  JSON.parse(await readFile(new URL('../../../fixtures/rostering/seeds/demo.json', import.meta.url), 'utf8'));

describe('the demo seed', () => {
  it.each([
    ['one that satisfies all rules', 0, true],
    ['one that cannot satisfy all rules', 1, false],
  ])('has stopped jobs whose results have the scores in the seed: %s', async (_which, index, isFeasible) => {
    const seed = await demo();
    const api = await start({ seed: { ...seed, shiftTo: undefined } });
    const { jobId, score, roster, duration, definition } = seed.jobs[index];
    expect(await api.status(jobId)).toMatchObject({ statusCode: 'stopped', duration });
    const result = await api.result(jobId);
    expect(result.solution.score).toEqual(score);
    expect(score.hard >= 0).toBe(isFeasible);
    expect((await api.send(`GET /jobs/${jobId}/request`)).body).toEqual(definition);
    for (const { employeeId, assignments } of result.roster.employeeRosters) {
      for (const { day, shiftId } of assignments) expect(roster[employeeId][day.dayIndex]).toBe(shiftId);
    }
  });

  it('is shifted to the same weekday within a week after the start time', async () => {
    const seed = await demo();
    const api = await start({ at: '2027-06-30T12:00:00.000Z', seed });
    const { body } = await api.send(`GET /jobs/${seed.jobs[0].jobId}/request`);
    expect(body.jobInfo.planningHorizon).toEqual({ startDate: '2027-07-05', endDate: '2027-07-18' });
  });

  it.each([
    ['jobs', {}, 'at /rostering/jobs: it must be an array of jobs'],
    [
      'a shift',
      { roster: { 'shop-1': ['nite'] } },
      'at /rostering/jobs/0/roster/shop-1/0: it must be the id of a shift',
    ],
    ['the score', { score: 3 }, 'at /rostering/jobs/0/score: it must be {hard, soft}'],
    ['the employees', { definition: {} }, 'at /rostering/jobs/0/definition/employees: it must be an array'],
  ])('is rejected if it has invalid data: %s', async (what, change, message) => {
    const [job] = (await demo()).jobs;
    const seed = what === 'jobs' ? {} : { jobs: [{ ...job, ...change }] };
    expect(() => readRosteringSeed(seed)).toThrow(message);
  });
});
