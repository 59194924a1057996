// Changes one line of the sources while they are loaded. The scenarios of the API must fail with each change and pass
// without. Arguments select changes whose name contains one of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GateFailed, inParallel, runGate, runNode } from '../gate.ts';

type Planted = readonly [name: string, api: string, file: string, line: string, fault: string];

const analysis = 'packages/simulator-analysis/src';
const notify = 'packages/simulator-einvoicing/src/notifications/notify-subscribers.ts';
const requestToken = 'packages/simulator-identity/src/request-token.ts';
const page = 'items.slice((page - 1) * size, page * size)';
const notTrained = "'NOT_FOUND', notTrainedMessage(datasetId))";
const remaining = 'remaining === undefined';

const faults: readonly Planted[] = [
  ['a validation is missing', 'inventory', `${analysis}/data/delete-dataset-data.ts`, 'fromDate > toDate', 'false'],
  [
    'a wrong status',
    'time',
    `${analysis}/errors.ts`,
    `createErrorResult(404, ${notTrained}`,
    `createErrorResult(409, ${notTrained}`,
  ],
  ['paging is off by one', 'inventory', `${analysis}/results/get-result-page.ts`, 'page > pages', 'page > pages + 1'],
  ['an event is lost', 'einvoicing', notify, '[...own, ...theirs]', 'own'],
  ['no scope check', 'payroll', `${analysis}/envelope.ts`, 'scopes.some(', 'scopes.length > 0 || scopes.some('],
  ['jobs of other tenants', 'inventory', `${analysis}/jobs/find-own-job.ts`, 'job.owner.tenantId !== tenantId || ', ''],
  ['a wrong default', 'inventory', `${analysis}/policies.ts`, 'ValiditySeconds = 60 * 60', 'ValiditySeconds = 30 * 60'],
  ['a smaller page', 'control', `${analysis}/policies.ts`, 'defaultPageSize = 100', 'defaultPageSize = 99'],
  ['a wrong header', 'identity', requestToken, "'Cache-Control': 'no-store'", "'Cache-Control': 'no-cache'"],
  ['another order', 'inventory', `${analysis}/results/get-result-page.ts`, page, `${page}.reverse()`],
  [
    'a job without effect',
    'inventory',
    `${analysis}/data/deletion-job.ts`,
    remaining,
    `${remaining} || input.datasetId !== ''`,
  ],
];

/** Processes at a time. */
const width = 2;

await runGate('planted lines', 900, async () => {
  const words = process.argv.slice(2);
  const chosen = faults.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0) throw new GateFailed('No fault has that name.');
  const absent = chosen.filter(([, , file, line]) => readFileSync(file, 'utf8').split(line).length !== 2);
  if (absent.length > 0)
    throw new GateFailed(`Not once in its file: the line of ${absent.map(([name]) => name).join(', ')}`);
  const apis = [...new Set(chosen.map(([, api]) => api))];
  const sound = await inParallel(apis, width, async (api) => {
    const { code, said } = await runSuite(api);
    return code === 0 ? [] : [`Without a fault the scenarios of ${api} exit with code ${code}:\n${said}`];
  });
  const missed = await inParallel(chosen, width, async (planted) => {
    const [name, api] = planted;
    const { code, said } = await runSuite(api, planted);
    const failed = /^(\d+) passed, (\d+) failed/m.exec(said)?.[2];
    if (code === 1 && failed !== undefined && failed !== '0') {
      console.log(`noticed  ${name}: ${failed} workflows of ${api}`);
      return [];
    }
    return [`${name}: not noticed (code ${code})\n${said}`];
  });
  const wrong = [...sound, ...missed].flat();
  if (wrong.length > 0) throw new GateFailed(wrong.join('\n'));
  return `${chosen.length} faults noticed by the scenarios`;
});

/** Runs the scenarios of an API in process, on the sources. */
function runSuite(api: string, planted?: Planted): Promise<{ code: number; said: string }> {
  const file = pathToFileURL(join(import.meta.dirname, 'planted', 'hooks.mjs')).href;
  const hooks = `${file}?${encodeURIComponent(JSON.stringify(planted))}`;
  return runNode([
    ...['--conditions=@understudy/source', ...(planted === undefined ? [] : ['--import', hooks]), '--import', 'tsx'],
    ...['packages/understudy/src/cli.ts', 'run', '--api', api],
  ]);
}
