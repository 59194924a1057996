import type { ComputeMode, Durability } from '@understudy/persistence';
import type { CorsPolicy } from '@understudy/server';
import { type Command, Option } from 'commander';
import { defaultConfigFile } from '../config/load-config.js';
import type { SettingsPatch } from '../control/control.js';
import type { LimitOptions } from '../limits.js';
import type { LogFormat } from '../log/open-log.js';
import { collectSetting } from './read-configured-settings.js';
import {
  collectHosts,
  createAllowHostOption,
  createAllowOriginOption,
  createAnnounceOption,
  createCorsOption,
  createDurabilityOption,
  createHostOption,
  createLimitOptions,
  createOverlayOption,
  createPortOption,
  createPublicUrlOption,
  parseCount,
} from './server-options.js';

/** The options of `understudy start`, before configuration and environment fill in the rest. */
export interface StartFlags extends LimitOptions {
  port: number;
  host: string;
  clock?: string;
  at?: string;
  progression?: string;
  seed?: string;
  locale?: string;
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
  login?: 'page' | 'auto';
  config: string;
  log?: LogFormat;
  quiet?: boolean;
  json?: boolean;
  exitWithParent?: boolean;
}

/** The options with a resolved seed. */
export type ResolvedStartFlags = StartFlags & { readonly seed: string };

/** Initial state of the default sandbox without flags or a snapshot. */
export const startDefaults = { clock: 'real', progression: 'immediate' };

/** Adds the options of `understudy start` in help order. */
export function addStartOptions(command: Command): Command {
  command
    .addOption(createPortOption())
    .addOption(createHostOption())
    .option('--clock <mode>', 'real, manual or scaled:<factor> (default: real, or from the snapshot)')
    .option('--at <instant>', 'initial clock time, ISO 8601')
    .option(
      '--progression <rule>',
      'when jobs finish: immediate, after:PT2S, polls:3, manual or documented (default: immediate, or from the snapshot)',
    )
    .option(
      '--set <name=value>',
      'an initial setting, such as inventory.datasetMessageForm=string or webhooks.attempts=3 (repeatable)',
      collectSetting,
    )
    .addOption(
      new Option('--login <how>', 'sign users in by a page, or at once (default: page)').choices(['page', 'auto']),
    )
    .option('--config <file>', 'configuration file for settings, seed and data', defaultConfigFile)
    .option(
      '--seed <name>',
      'demo, demo:<number> of generated records, empty, a seed file (JSON, YAML, CSV), or a snapshot file (default: from the configuration, or demo)',
    )
    .option('--locale <list>', 'languages of generated names and addresses, such as fi,de (default: en)')
    .option('--watch', 'reload the seed or snapshot file, descriptions and overlays when they change')
    .option(
      '--random-seed <text>',
      'make ids and signatures reproducible: the same seed and requests give the same bytes',
    )
    .addOption(createPublicUrlOption())
    .option(
      '--tls [file]',
      'serve HTTPS with a certificate generated at startup and written to this file (default: a temporary file)',
    )
    .option(
      '--allow-webhook-host <host>',
      'host allowed to receive webhooks, besides loopback (repeatable)',
      collectHosts,
    )
    .addOption(createAllowHostOption())
    .addOption(createAllowOriginOption())
    .addOption(createCorsOption())
    .option('--max-sandboxes <number>', 'maximum number of sandboxes, besides the default one', parseCount, 500)
    .option('--sandbox-ttl <duration>', 'delete a sandbox after this long without a request', 'P1D')
    .option(
      '--data <folder or url>',
      'store sandboxes in this folder, or in a database (postgres://...) that several servers can share (default: in memory)',
    )
    .addOption(createAnnounceOption())
    .addOption(createDurabilityOption())
    .option('--max-awake <number>', 'with --data: maximum active sandboxes in memory (default: 100)', parseCount)
    .option(
      '--sleep-after <duration>',
      'with --data: deactivate a sandbox after this long without a request (default: PT1H)',
    )
    .addOption(
      new Option(
        '--compute <who>',
        'with --data postgres://...: run jobs in workers if available (auto; see understudy work), in this server (here), or only in workers (elsewhere) (default: auto)',
      ).choices(['auto', 'here', 'elsewhere']),
    )
    .addOption(createOverlayOption())
    .addOption(
      new Option(
        '--log <form>',
        'log format for requests, jobs and webhooks: pretty (default), or json with the startup message on standard error',
      ).choices(['pretty', 'json']),
    )
    .addOption(new Option('-q, --quiet', 'print the startup message, then only problems').conflicts('log'))
    .option('--json', 'print only one JSON line when ready, plus the lines of --log')
    .option('--exit-with-parent', 'exit when standard input closes, which happens when the parent process exits');
  for (const option of createLimitOptions()) command.addOption(option);
  return command;
}
