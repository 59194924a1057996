import type { CommitDurability, ComputeMode } from '@understudy/persistence';
import type { CorsPolicy } from '@understudy/server';
import { type Command, Option } from 'commander';
import { defaultConfigFile } from '../config/config.js';
import type { SettingsPatch } from '../control/control.js';
import type { LimitOptions } from '../limits.js';
import type { LogFormat } from '../log/open-log.js';
import { collectSetting } from './read-configured-settings.js';
import {
  advancedGroup,
  collectHosts,
  createAllowHostOption,
  createAllowOriginOption,
  createAnnounceOption,
  createCorsOption,
  createDurabilityOption,
  createHostOption,
  createLimitOptions,
  createModelOption,
  createOverlayOption,
  createPortOption,
  createPublicUrlOption,
  parseCount,
} from './server-options.js';

/** The options of `understudy start`, before defaults from the configuration and environment are applied. */
export interface StartFlags extends LimitOptions {
  port: number;
  host: string;
  clock?: string;
  at?: string;
  progression?: string;
  seed?: string;
  faults?: string;
  locale?: string;
  watch?: boolean;
  worker?: boolean;
  concurrency?: number;
  randomSeed?: string;
  publicUrl?: string;
  tls?: string | true;
  allowWebhookHost?: string[];
  allowHost?: string[];
  allowOrigin?: string[];
  cors: CorsPolicy;
  maxSandboxes: number;
  sandboxTtl: string;
  data?: string;
  announce?: string;
  durability?: CommitDurability;
  compute?: ComputeMode;
  maxAwake?: number;
  sleepAfter?: string;
  keepJournal?: string;
  overlay?: string[];
  model?: string[];
  set?: SettingsPatch;
  login?: 'page' | 'auto';
  config: string;
  log?: LogFormat;
  quiet?: boolean;
  traces?: boolean;
  json?: boolean;
  exitWithParent?: boolean;
  sdk?: boolean;
  for?: string;
}

export type ResolvedStartFlags = StartFlags & { readonly seed: string };

/** Initial state of the default sandbox without flags or a snapshot. */
export const defaultStartFlags = { clock: 'real', progression: 'immediate' };

/** Adds the options of `understudy start` in help order. */
export function addStartOptions(command: Command): Command {
  command
    .optionsGroup('Server:')
    .addOption(createPortOption())
    .addOption(createHostOption())
    .option('--tls [file]', 'serve HTTPS with a certificate written to this file (default: a temporary file)')
    .addOption(createCorsOption())
    .option('--config <file>', 'configuration file for settings, seed and data', defaultConfigFile)
    .option('--watch', 'reload changed seeds, descriptions and models')
    .optionsGroup('Data:')
    .option('--seed <name>', 'demo, demo:<records>, empty, a seed file (JSON, YAML, CSV) or a snapshot (default: demo)')
    .option('--locale <list>', 'languages of demo data, such as fi,de (default: en)')
    .option('--faults <file>', 'fault rules of each sandbox, JSON or YAML')
    .option('--random-seed <text>', 'make ids and signatures reproducible')
    .option('--data <folder or url>', 'store sandboxes in this folder, or in a database (postgres://...)')
    .optionsGroup('Behavior:')
    .option('--clock <mode>', 'real, manual or scaled:<factor> (default: real, or from the snapshot)')
    .option('--at <instant>', 'initial clock time, ISO 8601')
    .option('--progression <rule>', 'when jobs finish: immediate (default), after:PT2S, polls:3, manual or documented')
    .addOption(
      new Option('--login <how>', 'sign users in on a page or automatically (default: page)').choices(['page', 'auto']),
    )
    .option('--set <name=value>', 'a setting, such as webhooks.attempts=3 (repeatable)', collectSetting)
    .addOption(createOverlayOption())
    .addOption(createModelOption())
    .option('--sdk', 'serve the tests of an SDK, and judge its requests')
    .option('--for <command>', 'run this command, such as a test suite, then stop')
    .optionsGroup('Output:')
    .addOption(
      new Option(
        '--log <form>',
        'log format: pretty (default), or json (prints the startup message on stderr)',
      ).choices(['pretty', 'json']),
    )
    .addOption(new Option('-q, --quiet', 'print the startup message, then only problems').conflicts('log'))
    .option('--json', 'print only one JSON line when ready, plus the lines of --log')
    .optionsGroup(advancedGroup)
    .option('--traces', 'create OpenTelemetry spans (requires an SDK registered with node --import)')
    .option('--exit-with-parent', 'exit when standard input closes')
    .addOption(createPublicUrlOption())
    .addOption(createAllowOriginOption())
    .addOption(createAllowHostOption())
    .option('--allow-webhook-host <host>', 'host allowed to receive webhooks (repeatable)', collectHosts)
    .option('--max-sandboxes <number>', 'maximum number of sandboxes, besides the default one', parseCount, 500)
    .option('--sandbox-ttl <duration>', 'delete a sandbox after this time without requests', 'P1D')
    .addOption(createAnnounceOption())
    .addOption(createDurabilityOption())
    .option('--max-awake <number>', 'with --data: maximum active sandboxes in memory (default: 100)', parseCount)
    .option(
      '--sleep-after <duration>',
      'with --data: deactivate a sandbox after this time without requests (default: PT1H)',
    )
    .option(
      '--keep-journal <duration>',
      'with --data: store the journal for this long, such as P7D (default: only in memory)',
    )
    .addOption(
      new Option(
        '--compute <who>',
        'with --data postgres://...: run jobs in workers if available (auto; see --worker), in this server (here), or only in workers (elsewhere) (default: auto)',
      ).choices(['auto', 'here', 'elsewhere']),
    );
  command.option(
    '--worker',
    'run the jobs of servers that share a database (--data postgres://...), instead of serving',
  );
  command.option(
    '-c, --concurrency <number>',
    'with --worker: maximum concurrent jobs, and again as many rosters (default: one per core, less one)',
    parseCount,
  );
  for (const option of createLimitOptions()) command.addOption(option);
  return command.addHelpText('after', '\nAccess, limits, storage and several servers: understudy start --help --all');
}
