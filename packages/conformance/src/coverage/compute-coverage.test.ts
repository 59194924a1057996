import type { Ledger } from '@understudy/contract';
import { expect, it } from 'vitest';
import { contracts, shopTarget, shopWithoutFaults } from '../../testing/job-shop.js';
import { ledger, run, scenarios } from '../../testing/scenario.js';
import { lintScenarios } from '../arazzo/lint-scenarios.js';
import { computeCoverage, computeRunCoverage } from './compute-coverage.js';

const book: Ledger = ledger(
  'analysis.one',
  'analysis.two',
  'analysis.token',
  'inventory.a',
  'inventory.b',
  'inventory.secret',
  'inventory.c',
);
for (const claim of book.claims) {
  if (claim.id.startsWith('analysis.')) claim.sharedBy = ['inventory', 'time', 'payroll'];
  if (claim.id === 'analysis.token') claim.appliesTo = ['identity', 'payroll'];
  if (claim.id === 'inventory.secret') claim.untestable = 'It is about people.';
}

const step = (status: number, claims = ''): string =>
  `[{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == ${status} }]${claims} }]`;

it('counts shared claims per API, and a claim as proved only if it passed and never failed', async () => {
  const files = await scenarios({
    'a.arazzo.yaml': `
x-api: inventory
workflows:
  - { workflowId: good, x-claims: [analysis.one, inventory.a, inventory.b], steps: ${step(429)} }
  - { workflowId: bad, x-claims: [inventory.b], steps: ${step(200)} }
  - { workflowId: steps, steps: ${step(429, ', x-claims: [inventory.secret]')} }
  - { workflowId: absent, x-requires: [faults], x-claims: [analysis.two], steps: ${step(429)} }
`,
    'b.arazzo.yaml': `
x-api: identity
workflows:
  - { workflowId: token, steps: ${step(429, ', x-claims: [analysis.token]')} }
`,
  });
  const { result } = await run({ files, target: shopWithoutFaults(), ledger: book });
  const { detail, ...coverage } = computeCoverage({
    ledger: book,
    apis: ['inventory', 'identity', 'shop'],
    files,
    result,
  });
  expect(coverage).toEqual({
    claims: 8,
    testable: 6,
    proved: 3,
    unproved: ['analysis.two@inventory', 'inventory.b', 'inventory.c'],
    untestable: [
      { id: 'analysis.token@payroll', why: 'There is no description of payroll yet.' },
      { id: 'inventory.secret', why: 'It is about people.' },
    ],
  });
  expect(detail.map((claim) => [claim.id, claim.outcome])).toEqual([
    ['analysis.one@inventory', 'proved'],
    ['analysis.two@inventory', 'skipped'],
    ['analysis.token@identity', 'proved'],
    ['analysis.token@payroll', 'untestable'],
    ['inventory.a', 'proved'],
    ['inventory.b', 'failed'],
    ['inventory.secret', 'untestable'],
    ['inventory.c', 'not-listed'],
  ]);
  expect(detail[2]?.scenarios).toEqual([
    { file: 'b.arazzo.yaml', workflowId: 'token', stepId: 'look', outcome: 'passed' },
  ]);

  const before = computeCoverage({ ledger: book, apis: ['inventory', 'identity'], files });
  expect(before.proved).toBe(0);
  expect(before.detail[0]?.scenarios).toEqual([{ file: 'a.arazzo.yaml', workflowId: 'good', outcome: 'not-run' }]);
  expect(
    lintScenarios(files, contracts(), book)
      .filter((finding) => finding.severity === 'error')
      .map((finding) => finding.message),
  ).toEqual([
    "The claim analysis.one counts per API (), but the file's x-api is inventory.",
    "The claim analysis.two counts per API (), but the file's x-api is inventory.",
  ]);
});

it('counts only the claims of the APIs that the run covers', async () => {
  const files = await scenarios({
    'a.arazzo.yaml': `
x-api: inventory
workflows:
  - { workflowId: good, x-claims: [inventory.a], steps: ${step(429)} }
`,
  });
  const { result } = await run({ files, target: shopTarget(), ledger: book });
  const ofRun = (...apis: string[]) => computeRunCoverage({ ledger: book, files, result: { ...result, apis } });
  expect(ofRun('inventory').detail.map(({ id }) => id)).toEqual([
    'analysis.one@inventory',
    'analysis.two@inventory',
    'inventory.a',
    'inventory.b',
    'inventory.secret',
    'inventory.c',
  ]);
  expect(ofRun('identity').detail.map(({ id }) => id)).toEqual(['analysis.token@identity', 'analysis.token@payroll']);
});
