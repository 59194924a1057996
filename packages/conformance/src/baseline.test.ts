import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shopWithoutFaults } from '../testing/job-shop.js';
import { run, scenarios } from '../testing/scenario.js';
import { type Baseline, checkBaseline, formatBaseline, isClean, readBaseline, updateBaseline } from './index.js';

const workflow = (status: number) => `
workflows:
  - { workflowId: busy, steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == ${status} }] }] }
  - { workflowId: skipped, x-requires: [faults], steps: [{ stepId: look, operationId: getBusy, successCriteria: [{ condition: $statusCode == 200 }] }] }
`;

async function resultOf(status: number) {
  const files = await scenarios({ 'a.arazzo.yaml': workflow(status) });
  return (await run({ files, target: shopWithoutFaults() })).result;
}

const empty: Baseline = { version: 2, findings: [] };
const acceptance = { owner: 'ann', expires: '2026-03-01', reason: 'it is being mended' };
const when = { today: '2026-01-15', root: '' };

it('accepts a finding in the baseline only until its expiry date', async () => {
  const failing = await resultOf(200);
  expect(isClean(checkBaseline(empty, failing, when.today))).toBe(false);
  const { baseline, added } = updateBaseline(empty, failing, acceptance, when);
  expect(added).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      rule: 'environment/status-429',
      where: 'a.arazzo.yaml busy busy.look',
      message: 'getBusy answered 429: too many requests were sent.',
      ...acceptance,
    },
  ]);
  expect(isClean(checkBaseline(baseline, failing, '2026-03-01'))).toBe(true);
  const late = checkBaseline(baseline, failing, '2026-03-02');
  expect([isClean(late), late.expired.length, late.unlisted.length]).toEqual([false, 1, 0]);
});

it('fails if a finding in the baseline no longer occurs, until an update removes it', async () => {
  const { baseline } = updateBaseline(empty, await resultOf(200), acceptance, when);
  const passing = await resultOf(429);
  const check = checkBaseline(baseline, passing, when.today);
  expect([isClean(check), check.passing.map(({ owner }) => owner)]).toEqual([false, ['ann']]);
  expect(updateBaseline(baseline, passing, acceptance, when)).toMatchObject({
    baseline: empty,
    dropped: [{ owner: 'ann' }],
  });
});

it('keeps baseline entries whose workflow did not run, and does not fail', async () => {
  const entry = {
    id: 'abc',
    rule: 'criterion/false',
    where: 'a.arazzo.yaml skipped skipped.look',
    message: 'm',
    ...acceptance,
  };
  const baseline: Baseline = { version: 2, findings: [entry] };
  const check = checkBaseline(baseline, await resultOf(429), when.today);
  expect([isClean(check), check.notRun]).toEqual([true, [entry]]);
  expect(updateBaseline(baseline, await resultOf(429), acceptance, when).baseline).toEqual(baseline);
});

it('an update keeps the owner and expiry date of findings that still occur', async () => {
  const failing = await resultOf(200);
  const { baseline } = updateBaseline(empty, failing, acceptance, when);
  const again = updateBaseline(baseline, failing, { owner: 'bob', expires: '2027-01-01' }, when);
  expect(again).toMatchObject({ baseline, added: [], dropped: [] });
});

it('reads back a written baseline, and reports the line of each error in an invalid one', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'baseline-'));
  const file = join(directory, 'baseline.yaml');
  const { baseline } = updateBaseline(empty, await resultOf(200), acceptance, when);
  expect(await readBaseline(file)).toEqual({ baseline: empty, findings: [] });
  await writeFile(file, formatBaseline(baseline));
  expect(await readBaseline(file)).toEqual({ baseline, findings: [] });
  await writeFile(
    file,
    'version: 2\nfindings:\n  - id: abc\n    rule: r\n    where: w\n    message: m\n    expires: 2026-02-30\n',
  );
  const { findings } = await readBaseline(file);
  await rm(directory, { recursive: true });
  expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '7 /findings/0/expires must be a date in the format YYYY-MM-DD, but is 2026-02-30.',
    '3 /findings/0/owner must be text that is not empty.',
  ]);
});
