import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { harEntry, harOf } from '../testing/har.js';
import { printed, refused, runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith } = useResources();

const directory = await folderWith();
const report = join(directory, 'run.json');
beforeAll(() => runCli('test', 'run', '--claim', 'analysis.presign.operation', '--report', `json=${report}`), 30_000);

/** Creates a report whose first step failed. */
async function failingReport(): Promise<string> {
  const result = JSON.parse(await readFile(report, 'utf8'));
  const [workflow] = result.workflows;
  const finding = { ruleId: 'criterion/false', severity: 'error', message: 'It does not hold.' };
  Object.assign(workflow, { outcome: 'failed' });
  Object.assign(workflow.steps[0], { outcome: 'failed', findings: [{ ...finding, pointer: '/workflows/0/steps/0' }] });
  const file = join(directory, 'failing.json');
  await writeFile(file, JSON.stringify(result));
  return file;
}

it('`fuzz mutate` reports as JSON what share of deviations the scenarios catch', { tags: 'slow' }, async () => {
  const claim = 'analysis.auth.step4-token-request@identity';
  const { out, code } = await runCli('fuzz', 'mutate', '--claim', claim, '--only', 'policy', '--json');
  expect(JSON.parse(out)).toMatchObject({
    schemaVersion: 1,
    apis: { identity: { policy: { deviations: 1, caught: 1, share: 1, bar: 0.99 } } },
    survivors: [],
    deviations: [{ id: claim, caught: true }],
  });
  expect(code).toBe(0);
});

describe('understudy compare', () => {
  it('finds no difference between a report and itself', async () => {
    expect(await runCli('compare', report, report)).toMatchObject(printed('No difference was found.'));
  });

  it('exits with 1 and lists the difference as JSON', async () => {
    const { out, code } = await runCli('compare', report, await failingReport(), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      schemaVersion: 1,
      differences: [{ simulator: 'holds', stage: 'departs' }],
    });
  });

  it('rejects a file that cannot be read', async () => {
    expect(await runCli('compare', report, join(directory, 'none.json'))).toMatchObject(refused('Cannot read '));
  });
});

it('`test baseline` fails for new and for fixed failure causes, and passes for accepted causes', async () => {
  const file = join(directory, 'baseline.yaml');
  const failing = await failingReport();
  const check = (run: string) => runCli('test', 'baseline', run, '--file', file);
  expect((await check(failing)).code).toBe(1);
  const update = ['test', 'baseline', failing, '--file', file, '--owner', 'ann'];
  expect((await runCli(...update, '--expires', '2020-01-01')).code).toBe(2);
  expect((await runCli(...update, '--expires', '2999-12-31')).out).toContain('1 added, 0 dropped, 1 in total');
  expect((await check(failing)).code).toBe(0);
  expect(await check(report)).toMatchObject(printed('1 listed but passing', 1));
}, 60_000);

it('`check drift` names the first HTTP archive entry that violates the contract', async () => {
  const file = join(directory, 'traffic.har');
  const traffic = (...messages: unknown[]) =>
    harOf(...messages.map((message) => harEntry('GET http://127.0.0.1:4010/io/health_check', { message })));
  await writeFile(file, traffic('OK', 7));
  const { out, code } = await runCli('check', 'drift', file);
  expect([code, out]).toEqual([1, expect.stringMatching(/once, first in .*traffic\.har entry 1: GET /)]);
  const overlay = join(directory, 'traffic.yaml');
  await runCli('check', 'drift', file, '--write-overlay', overlay);
  expect((await runCli('check', 'drift', file, '--overlays', overlay)).code).toBe(0);
  const line = '127.0.0.1 - - [22/Nov/2026:10:00:00 +0000] "GET /io/health_check HTTP/1.1" 200 17 "-" "curl/8"';
  const folder = await folderWith({
    'a.har': traffic(7),
    'b.har': traffic('OK', 8),
    'logs/access.log': `${line}\nGET /io/health_check 200\nstarted\n`,
  });
  const { causes, ...report } = JSON.parse((await runCli('check', 'drift', folder, '--json')).out);
  expect(new Set(causes.map(({ count }: { count: number }) => count))).toEqual(new Set([2]));
  expect(report).toMatchObject({
    matched: 5,
    operations: [{ calls: 5 }],
    sources: [{ entries: 1 }, { entries: 2 }, { kind: 'access-log', entries: 2, unread: 1 }],
  });
  await writeFile(file, '{}');
  expect(await runCli('check', 'drift', file)).toMatchObject(refused('This is no HTTP archive'));
}, 30_000);
