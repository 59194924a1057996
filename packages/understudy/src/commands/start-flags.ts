import type { ComputeMode, Durability } from '@understudy/persistence';
import type { CorsPolicy } from '@understudy/server';
import { type Command, Option } from 'commander';
import { defaultConfigFile } from '../config/load-config.js';
import type { SettingsPatch } from '../control/control.js';
import type { LimitOptions } from '../limits.js';
import type { LogForm } from '../log/open-log.js';
import {
  allowHostOption,
  allowOriginOption,
  announceOption,
  collectHosts,
  corsOption,
  durabilityOption,
  hostOption,
  limitOptions,
  overlayOption,
  parseCount,
  portOption,
  publicUrlOption,
} from './server-options.js';
import { collectSetting } from './settings-at-start.js';

/** What `understudy start` was told, before configuration and environment fill in what it was not. */
export interface StartFlags extends LimitOptions {
  port: number;
  host: string;
  clock?: string;
  at?: string;
  progression?: string;
  seed?: string;
  watch?: boolean;
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
  durability?: Durability;
  compute?: ComputeMode;
  maxAwake?: number;
  sleepAfter?: string;
  overlay?: string[];
  set?: SettingsPatch;
  config: string;
  log?: LogForm;
  quiet?: boolean;
  json?: boolean;
  exitWithParent?: boolean;
}

/** With a seed that is settled. */
export type Settled = StartFlags & { readonly seed: string };

/** How the default sandbox stands where neither a flag nor a snapshot says it. */
export const usual = { clock: 'real', progression: 'immediate' };

/** Adds the options of `understudy start`, in the order in which its help shows it. */
export function addStartOptions(command: Command): Command {
  command
    .addOption(portOption())
    .addOption(hostOption())
    .option('--clock <mode>', 'real, manual or scaled:<factor> (default: real, or that of the snapshot)')
    .option('--at <instant>', 'ISO 8601 instant that the clock starts from')
    .option(
      '--progression <rule>',
      'when jobs finish: immediate, after:PT2S, polls:3, manual or documented (default: immediate, or that of the snapshot)',
    )
    .option(
      '--set <name=value>',
      'a setting from the start, such as inventory.datasetMessageForm=string or webhooks.attempts=3 (repeatable)',
      collectSetting,
    )
    .option(
      '--config <file>',
      'configuration whose settings, seed and data hold from the start, where it has some',
      defaultConfigFile,
    )
    .option(
      '--seed <name>',
      'demo, empty, a seed file, or a snapshot file (default: that of the configuration, or demo)',
    )
    .option(
      '--watch',
      'load the seed file or snapshot file into the default sandbox again whenever it changes, and serve what has a description or an overlay that changes as it is then',
    )
    .option('--random-seed <text>', 'fixes every id and signature; the same seed and calls give the same bytes')
    .addOption(publicUrlOption())
    .option(
      '--tls [file]',
      'serve HTTPS with a certificate made at the start; it is written to the file (default: a temporary one)',
    )
    .option('--allow-webhook-host <host>', 'a host besides loopback that webhooks may go to (repeatable)', collectHosts)
    .addOption(allowHostOption())
    .addOption(allowOriginOption())
    .addOption(corsOption())
    .option('--max-sandboxes <number>', 'sandboxes at most besides the default one', parseCount, 500)
    .option('--sandbox-ttl <duration>', 'remove a sandbox after so long without a request', 'P1D')
    .option(
      '--data <folder or url>',
      'keep the sandboxes in this folder, or in a database (postgres://...) that several servers may share, beyond the end of the server (default: in memory)',
    )
    .addOption(announceOption())
    .addOption(durabilityOption())
    .option('--max-awake <number>', 'with --data: sandboxes in memory at most; others sleep (default: 100)', parseCount)
    .option('--sleep-after <duration>', 'with --data: a sandbox sleeps after so long without a request (default: PT1H)')
    .addOption(
      new Option(
        '--compute <who>',
        'with --data postgres://...: who computes jobs, workers where there are some (auto; see understudy work), this server (here), or only workers (elsewhere) (default: auto)',
      ).choices(['auto', 'here', 'elsewhere']),
    )
    .addOption(overlayOption())
    .addOption(
      new Option(
        '--log <form>',
        'how to print a line for each request, end of a job and webhook: pretty (default), or json with the greeting on standard error',
      ).choices(['pretty', 'json']),
    )
    .addOption(new Option('-q, --quiet', 'print the greeting, and then only what is wrong').conflicts('log'))
    .option('--json', 'print one JSON line when ready, and nothing else unless --log asks for it')
    .option(
      '--exit-with-parent',
      'end when standard input closes, as it does when the process that started this one ends',
    );
  for (const option of limitOptions()) command.addOption(option);
  return command;
}
