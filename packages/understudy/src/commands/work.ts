import { availableParallelism } from 'node:os';
import { stringifyJson } from '@understudy/contract';
import { QueueWorker, type WorkerEvent } from '@understudy/persistence';
import { chooseApis, listServedApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { isDatabaseUrl } from '../is-database.js';
import { UsageError } from '../usage-error.js';
import { understudyVersion } from '../version.js';
import { readConfiguration } from './read-configured-settings.js';
import { waitUntilStopped } from './wait-until-stopped.js';

interface WorkFlags {
  data?: string;
  concurrency?: number;
  config: string;
  quiet?: boolean;
  json?: boolean;
  exitWithParent?: boolean;
}

/** Runs the jobs of servers that share a database: `start --worker`. */
export async function work(apis: string[], flags: WorkFlags): Promise<void> {
  const url = flags.data ?? (await readConfiguration(flags.config)).data ?? process.env['UNDERSTUDY_DATA'];
  if (!isDatabaseUrl(url)) {
    throw new UsageError(
      url === undefined
        ? "Set the URL of the servers' database with --data postgres://..., in the configuration, or in UNDERSTUDY_DATA"
        : 'A worker needs a shared database, not a folder; use --data postgres://...',
    );
  }
  const chosen = await chooseApis(
    apis,
    await loadConfiguredApis(flags.config, ({ message }) => console.error(message)),
  );
  const simulators = await Promise.all(listServedApis(chosen).map((api) => api.simulator()));
  const { concurrency = Math.max(1, availableParallelism() - 1) } = flags;
  const worker = await QueueWorker.open({
    url,
    version: understudyVersion,
    simulators,
    concurrency,
    onEvent: (event) => tell(event, flags),
    onNotice: (notice) => console.error(`warning: ${notice}`),
  });
  const kinds = simulators.flatMap(({ name, jobs }) => Object.keys(jobs).map((kind) => `${name} ${kind}`));
  if (flags.json === true) console.log(stringifyJson({ ready: true, version: understudyVersion, concurrency, kinds }));
  else if (flags.quiet !== true) {
    console.log(`Understudy ${understudyVersion} runs ${kinds.length} kinds of jobs, ${concurrency} at a time.`);
    console.log('Press Ctrl-C to stop.');
  }
  await waitUntilStopped(flags.exitWithParent === true);
  if (flags.json !== true && flags.quiet !== true)
    console.log('Finishing running jobs. Press Ctrl-C again to exit immediately.');
  void waitUntilStopped().then(() => process.exit(130));
  await worker.close();
  process.exit();
}

const verbs: Readonly<Record<WorkerEvent['what'], string>> = {
  begun: 'started',
  done: 'done after',
  failed: 'failed after',
  stopped: 'stopped after',
  lost: 'returned after',
};

function tell(event: WorkerEvent, { quiet, json }: WorkFlags): void {
  const { what, sandbox, api, kind, milliseconds } = event;
  if (json === true) console.log(stringifyJson({ ...event, milliseconds: Math.round(milliseconds) }));
  else if (quiet !== true) {
    const took = what === 'begun' ? '' : ` ${(milliseconds / 1000).toFixed(2)} s`;
    console.log(`${sandbox}: ${api} ${kind} ${verbs[what]}${took}`);
  }
}
