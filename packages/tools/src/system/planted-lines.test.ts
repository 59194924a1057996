// Changes one line of the sources while they are loaded. The scenarios of the API must fail with each change and pass
// without.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GateFailed, runNode } from '../gate.ts';
import { prove } from '../testing/prove.ts';

type Planted = readonly [name: string, api: string, file: string, line: string, fault: string];

const analysis = 'packages/simulator-analysis/src';
const notify = 'packages/simulator-einvoicing/src/notifications/notify-subscribers.ts';
const requestToken = 'packages/simulator-identity/src/request-token.ts';
const page = 'items.slice((page - 1) * size, page * size)';
const notTrained = "'NOT_FOUND', notTrainedMessage(datasetId))";
const remaining = 'remaining === undefined';

const faults: readonly Planted[] = [
  ['a validation is missing', 'inventory', `${analysis}/deletion-job.ts`, 'fromDate > toDate', 'false'],
  [
    'a wrong status',
    'time',
    `${analysis}/errors.ts`,
    `createErrorResult(404, ${notTrained}`,
    `createErrorResult(409, ${notTrained}`,
  ],
  ['paging is off by one', 'inventory', `${analysis}/get-result-page.ts`, 'page > pages', 'page > pages + 1'],
  ['an event is lost', 'einvoicing', notify, '[...own, ...theirs]', 'own'],
  ['no scope check', 'payroll', `${analysis}/errors.ts`, 'scopes.some(', 'scopes.length > 0 || scopes.some('],
  ['jobs of other tenants', 'inventory', `${analysis}/jobs/find-own-job.ts`, 'job.owner.tenantId !== tenantId || ', ''],
  ['a wrong default', 'inventory', `${analysis}/settings.ts`, 'ValiditySeconds = 60 * 60', 'ValiditySeconds = 30 * 60'],
  ['a smaller page', 'control', `${analysis}/settings.ts`, 'defaultPageSize = 100', 'defaultPageSize = 99'],
  ['a wrong header', 'identity', requestToken, "'Cache-Control': 'no-store'", "'Cache-Control': 'no-cache'"],
  ['another order', 'inventory', `${analysis}/get-result-page.ts`, page, `${page}.reverse()`],
  [
    'a job without effect',
    'inventory',
    `${analysis}/deletion-job.ts`,
    remaining,
    `${remaining} || input.datasetId !== ''`,
  ],
];

for (const api of new Set(faults.map(([, api]) => api))) {
  prove(`passes the scenarios of ${api} without a fault`, { seconds: 300 }, async () => {
    const { code, said } = await runSuite(api);
    if (code !== 0) throw new GateFailed(`The scenarios of ${api} exit with code ${code}:\n${said}`);
    return said;
  });
}

for (const planted of faults) {
  const [name, api, file, line] = planted;
  prove(`detects a planted fault: ${name}`, { seconds: 300 }, async () => {
    if (readFileSync(file, 'utf8').split(line).length !== 2) throw new GateFailed(`${file} must have once: ${line}`);
    const { code, said } = await runSuite(api, planted);
    const failed = /^(\d+) passed, (\d+) failed/m.exec(said)?.[2];
    if (code !== 1 || failed === undefined || failed === '0')
      throw new GateFailed(`${name}: not noticed (code ${code})\n${said}`);
    return `${failed} workflows of ${api}`;
  });
}

/** Runs the scenarios of an API in process, on the sources. */
function runSuite(api: string, planted?: Planted): Promise<{ code: number; said: string }> {
  const file = pathToFileURL(join(import.meta.dirname, 'testing', 'planted-hooks.mjs')).href;
  const hooks = `${file}?${encodeURIComponent(JSON.stringify(planted))}`;
  return runNode([
    ...['--conditions=@understudy/source', ...(planted === undefined ? [] : ['--import', hooks]), '--import', 'tsx'],
    ...['packages/understudy/src/cli.ts', 'test', 'run', '--api', api],
  ]);
}
