import { describe, expect, it } from 'vitest';
import { shopDefinition } from './testing/definitions.js';
import { rosteringApis } from './testing/rostering-api.js';

const start = rosteringApis();
const feasible = { version: '1.0', status: ['FEASIBLE'], warnings: [], infeasibilities: [], errors: [], timeouts: [] };

describe('the feasibility check', () => {
  it('finds nothing wrong with what can be done, at both of its paths', async () => {
    const api = await start();
    for (const path of ['/feasibility', '/feasibility/', '/feasibility_check', '/feasibility_check/']) {
      const { status, body } = await api.send(`POST ${path}`, shopDefinition());
      expect([status, body]).toEqual([200, feasible]);
    }
    expect((await api.control('GET /_sim/jobs')).body.jobs).toEqual([]);
  });
});

describe('analyze', () => {
  it('warns of the definition when its configuration asks for it', async () => {
    const api = await start();
    const configuration = { analyzeInput: true };
    expect((await api.send('POST /analyze', shopDefinition({ configuration }))).body.warnings).toEqual([]);
    const employees = [{ id: 'ada' }];
    const { warnings } = (await api.send('POST /analyze', shopDefinition({ configuration, employees }))).body;
    expect(warnings.length).toBeGreaterThan(0);
    for (const { message, entities } of warnings) {
      const places = [...message.matchAll(/\{(\d+)\}/g)].map(([, place]) => Number(place));
      expect(Math.max(...places)).toBeLessThan(entities.length);
    }
  });
});
