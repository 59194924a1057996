import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { rosteringApis } from '../testing/rostering-api.js';
import { readRosteringSeed } from './read-rostering-seed.js';

const start = rosteringApis();
const demo = async () =>
  JSON.parse(await readFile(new URL('../../../../fixtures/rostering/seeds/demo.json', import.meta.url), 'utf8'));

describe('the demo seed', () => {
  it('is a stopped job whose result has the score that it says', async () => {
    const seed = await demo();
    const api = await start({ seed });
    const [{ jobId, score, roster, duration, definition }] = seed.jobs;
    expect(await api.status(jobId)).toMatchObject({ statusCode: 'stopped', duration });
    const result = await api.result(jobId);
    expect(result.solution.score).toEqual(score);
    expect((await api.send(`GET /jobs/${jobId}/request`)).body).toEqual(definition);
    for (const { employeeId, assignments } of result.roster.employeeRosters) {
      for (const { day, shiftId } of assignments) expect(roster[employeeId][day.dayIndex]).toBe(shiftId);
    }
  });

  it.each([
    ['jobs', {}, 'at jobs: it must be an array of jobs'],
    ['a shift', { roster: { 'shop-1': ['nite'] } }, 'at jobs[0].roster.shop-1[0]: it must be the id of a shift'],
    ['the score', { score: 3 }, 'at jobs[0].score: it must be {hard, soft}'],
    ['the employees', { definition: {} }, 'at jobs[0].definition.employees: it must be an array'],
  ])('is refused with %s amiss', async (what, change, message) => {
    const [job] = (await demo()).jobs;
    const seed = what === 'jobs' ? {} : { jobs: [{ ...job, ...change }] };
    expect(() => readRosteringSeed(seed)).toThrow(message);
  });
});
