import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildResult, checkFeasibility, createSolver, findAnalyzeWarnings } from './index.js';
import { createRandomDefinition } from './testing/random-definition.js';
import { createShiftScheduling } from './testing/shift-scheduling.js';
import { compileDefinition } from './testing/small-definition.js';

const tight = (seed: number) =>
  createShiftScheduling({ employees: 8 + 6 * seed, weeks: 2, shifts: 1 + (seed % 3), seed });

it.each([
  ['random definitions', createRandomDefinition, 40, 10_000, 'f5aa6157f8109803'],
  ['tight definitions', tight, 2, 200_000, 'df440e45cfde2442'],
])(
  'rosters, results and feasibility reports of %s are the same on every machine',
  async (_what, create, count, iterations, digest) => {
    const hash = createHash('sha256');
    for (let seed = 1; seed <= count; seed += 1) {
      const instance = compileDefinition(create(seed));
      const solution = await createSolver(instance, { iterations, seed }).run();
      const result = buildResult(instance, solution.roster, { fullSchedule: true });
      const { score, bound, reason, roster } = solution;
      hash.update(JSON.stringify([[...roster], score, bound, reason, solution.iterations, result]));
      hash.update(JSON.stringify([checkFeasibility(instance), findAnalyzeWarnings(instance)]));
    }
    expect(hash.digest('hex').slice(0, 16)).toBe(digest);
  },
  60_000,
);
