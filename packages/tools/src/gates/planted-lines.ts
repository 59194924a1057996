// Eleven faults, each one line of the sources that is planted while it is loaded: the suite of npm test must notice every one,
// and nothing without them. What the quick run leaves to npm run verify must not be what finds such faults.
//   tsx scripts/gates/planted-lines.ts          all
//   tsx scripts/gates/planted-lines.ts paging   those whose name has the word
import { GateFailed, gate, inParallel, runNode } from '../gate.ts';

/** A line of a file, and what stands there instead. */
interface Planted {
  readonly name: string;
  readonly file: string;
  readonly line: string;
  readonly fault: string;
  /** Whose scenarios must fail. */
  readonly api: string;
}

const analysis = 'packages/simulator-analysis/src';
const einvoicing = 'packages/simulator-einvoicing/src';

const faults: readonly Planted[] = [
  {
    name: 'a validation is dropped',
    file: `${analysis}/data/delete-dataset-data.ts`,
    line: 'fromDate > toDate',
    fault: 'false',
    api: 'inventory',
  },
  {
    name: 'a wrong status',
    file: `${analysis}/errors.ts`,
    line: "refuse(404, 'NOT_FOUND', notTrained(datasetId))",
    fault: "refuse(409, 'NOT_FOUND', notTrained(datasetId))",
    api: 'time',
  },
  {
    name: 'paging is off by one',
    file: `${analysis}/results/page-of.ts`,
    line: 'page > pages',
    fault: 'page > pages + 1',
    api: 'inventory',
  },
  {
    name: 'an event is lost',
    file: `${einvoicing}/notifications/notify.ts`,
    line: '[...own, ...theirs]',
    fault: 'own',
    api: 'einvoicing',
  },
  {
    name: 'the scope is not checked',
    file: `${analysis}/check-scope.ts`,
    line: 'scopes.some(',
    fault: 'scopes.length > 0 || scopes.some(',
    api: 'payroll',
  },
  {
    name: 'jobs of other tenants are told',
    file: `${analysis}/jobs/find-own-job.ts`,
    line: 'job.owner.tenantId !== tenantId || ',
    fault: '',
    api: 'inventory',
  },
  {
    name: 'a wrong default',
    file: `${analysis}/policies.ts`,
    line: 'presignedUrlValiditySeconds = 60 * 60',
    fault: 'presignedUrlValiditySeconds = 30 * 60',
    api: 'inventory',
  },
  {
    name: 'a smaller page that nobody asks for',
    file: `${analysis}/policies.ts`,
    line: 'defaultPageSize = 100',
    fault: 'defaultPageSize = 99',
    api: 'control',
  },
  {
    name: 'a broken header',
    file: 'packages/simulator-identity/src/token/request-token.ts',
    line: "'Cache-Control': 'no-store'",
    fault: "'Cache-Control': 'no-cache'",
    api: 'identity',
  },
  {
    name: 'another order',
    file: `${analysis}/results/page-of.ts`,
    line: 'items.slice((page - 1) * size, page * size)',
    fault: 'items.slice((page - 1) * size, page * size).reverse()',
    api: 'inventory',
  },
  {
    name: 'a job ends without its effect',
    file: `${analysis}/data/deletion-job.ts`,
    line: 'remaining === undefined',
    fault: "remaining === undefined || input.datasetId !== ''",
    api: 'inventory',
  },
];

/** Processes at a time. */
const width = 2;

await gate('planted lines', 900, async () => {
  const words = process.argv.slice(2);
  const chosen = faults.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0) throw new GateFailed('No fault has that name.');
  const apis = [...new Set(chosen.map(({ api }) => api))];
  const sound = await inParallel(apis, width, async (api) => {
    const { code, said } = await runSuite(api);
    return code === 0 ? [] : [`Without a fault the scenarios of ${api} end with code ${code}:\n${said}`];
  });
  const missed = await inParallel(chosen, width, async (planted) => {
    const { code, said } = await runSuite(planted.api, planted);
    const failed = /^(\d+) passed, (\d+) failed/m.exec(said)?.[2];
    if (code === 1 && failed !== undefined && failed !== '0') {
      console.log(`noticed  ${planted.name}: ${failed} workflows of ${planted.api}`);
      return [];
    }
    return [`${planted.name}: not noticed (code ${code})\n${said}`];
  });
  const wrong = [...sound, ...missed].flat();
  if (wrong.length > 0) throw new GateFailed(wrong.join('\n'));
  return `${chosen.length} faults noticed by the scenarios`;
});

/** The scenarios of an API, in process, by the sources; with a fault in them when there is one. */
function runSuite(api: string, planted?: Planted): Promise<{ code: number; said: string }> {
  const hooks = `./scripts/gates/planted/hooks.mjs?${encodeURIComponent(JSON.stringify(planted))}`;
  return runNode([
    ...['--conditions=@understudy/source', ...(planted === undefined ? [] : ['--import', hooks]), '--import', 'tsx'],
    ...['packages/understudy/src/cli.ts', 'run', '--api', api],
  ]);
}
