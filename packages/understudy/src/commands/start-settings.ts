import { Option } from 'commander';
import type { SettingsPatch } from '../control/control.js';
import { numberHelps } from '../limits.js';
import type { LogFormat } from '../log/open-log.js';
import { modelHelp } from '../models.js';
import { overlayHelp } from '../overlays.js';
import type { StartOptions } from '../start-options.js';
import { collectSetting } from './read-configured-settings.js';
import {
  collectHosts,
  collectLimit,
  collectOrigins,
  collectText,
  parseCors,
  parseCount,
  parsePort,
  parseUrl,
} from './server-options.js';

type Given = Omit<StartOptions, 'apis' | 'seed' | 'settings' | 'tls' | 'overlays' | 'model' | 'faults'>;

/** The options of `understudy start`, including those from the configuration. */
export interface StartFlags extends Given {
  readonly port: number;
  readonly host: string;
  readonly config: string;
  readonly seed?: string;
  readonly faults?: string[];
  readonly watch?: boolean;
  readonly worker?: boolean;
  readonly concurrency?: number;
  readonly tls?: string | true;
  readonly overlays?: string[];
  readonly model?: string[];
  readonly set?: SettingsPatch;
  readonly limit?: Readonly<Record<string, number>>;
  readonly log?: LogFormat;
  readonly quiet?: boolean;
  readonly traces?: boolean;
  readonly json?: boolean;
  readonly exitWithParent?: boolean;
  readonly sdk?: boolean;
  readonly for?: string;
}

export type ResolvedStartFlags = StartFlags & { readonly seed: string };

/** Initial state of the default sandbox if neither flags nor a snapshot set it. */
export const defaultStartFlags = { clock: 'real', progression: 'immediate' };

/** Heading of the options that `--help` shows only with `--all`. */
export const advancedGroup = 'Access, limits, storage and several servers:';

/** An option of `understudy start`. Other commands share some of these options. */
interface OptionRow {
  /** The flags and the value. The long flag is the row's name in kebab case. */
  readonly flags: string;
  readonly help: string;
  /** Reads a value. A repeatable option also receives its earlier values. */
  readonly parse?: (text: string, earlier?: never) => unknown;
  readonly choices?: readonly string[];
  readonly preset?: unknown;
  readonly conflicts?: string;
}

type Groups = Readonly<Record<string, Readonly<Record<string, OptionRow>>>>;

/**
 * The settings of a server, in the order of `--help`. Each has the same name here, in the configuration and in
 * `startSimulators()`.
 */
export const startSettings = {
  'Server:': {
    port: { flags: '-p, --port <number>', help: 'port, or 0 for a free one', parse: parsePort, preset: 4010 },
    host: { flags: '--host <address>', help: 'address to bind to', preset: '127.0.0.1' },
    tls: {
      flags: '--tls [file]',
      help: 'serve HTTPS with a certificate written to this file (default: a temporary file)',
    },
    cors: {
      flags: '--cors <who>',
      help: 'origins allowed to call the simulated APIs: any, off, or an origin (repeatable)',
      parse: parseCors,
      preset: 'any',
    },
  },
  'Data:': {
    seed: {
      flags: '--seed <name>',
      help: 'demo, demo:<records>, empty, a seed file (JSON, YAML, CSV) or a snapshot (default: demo)',
    },
    randomSeed: { flags: '--random-seed <text>', help: 'make ids and signatures reproducible' },
    data: {
      flags: '--data <folder or url>',
      help: 'store sandboxes in this folder, or in a database (postgres://...)',
    },
  },
  'Behavior:': {
    clock: { flags: '--clock <mode>', help: 'real, manual or scaled:<factor> (default: real, or from the snapshot)' },
    at: { flags: '--at <instant>', help: 'initial clock time, ISO 8601' },
    progression: {
      flags: '--progression <rule>',
      help: 'when jobs finish: immediate (default), after:PT2S, polls:3, manual or documented',
    },
    faults: {
      flags: '--faults <file>',
      help: 'fault rules of each sandbox, JSON or YAML (repeatable)',
      parse: collectText,
    },
    overlays: {
      flags: '--overlays <overlays>',
      help: `OpenAPI Overlays for the descriptions: ${overlayHelp}`,
      parse: collectText,
    },
    model: { flags: '--model <model>', help: `behavior model: ${modelHelp}`, parse: collectText },
  },
  [advancedGroup]: {
    publicUrl: {
      flags: '--public-url <url>',
      help: 'public base URL for links in responses, if the server is behind a proxy',
      parse: parseUrl,
    },
    allowedOrigins: {
      flags: '--allowed-origins <origins>',
      help: 'origins allowed to call the control plane (repeatable)',
      parse: collectOrigins,
    },
    allowedHosts: {
      flags: '--allowed-hosts <names>',
      help: 'host names allowed to call the control plane, besides loopback (repeatable)',
      parse: collectHosts,
    },
    allowedWebhookHosts: {
      flags: '--allowed-webhook-hosts <names>',
      help: 'hosts allowed to receive webhooks (repeatable)',
      parse: collectHosts,
    },
    sandboxTimeToLive: {
      flags: '--sandbox-time-to-live <duration>',
      help: 'delete a sandbox after this time without requests (default: P1D)',
    },
    announce: {
      flags: '--announce <url>',
      help: 'with --data postgres://...: address of this server for other servers (default: its own address)',
      parse: parseUrl,
    },
    durability: {
      flags: '--durability <promise>',
      help: 'with --data: which crashes stored data survives: of the process (normal), or of the machine (full, slower)',
      choices: ['normal', 'full'],
    },
    sleepAfter: {
      flags: '--sleep-after <duration>',
      help: 'with --data: deactivate a sandbox after this time without requests (default: PT1H)',
    },
    keepJournal: {
      flags: '--keep-journal <duration>',
      help: 'with --data: store the journal for this long, such as P7D (default: only in memory)',
    },
    compute: {
      flags: '--compute <who>',
      help: 'with --data postgres://...: run jobs in workers if available (auto; see --worker), in this server (here), or only in workers (elsewhere) (default: auto)',
      choices: ['auto', 'here', 'elsewhere'],
    },
  },
} as const satisfies Groups;

/** The other options of `understudy start`, by help group. */
const startOptions: Groups = {
  'Server:': { watch: { flags: '--watch', help: 'reload changed seeds, descriptions and models' } },
  'Behavior:': {
    set: {
      flags: '--set <name=value>',
      help: 'a setting, such as webhooks.attempts=3 (repeatable)',
      parse: collectSetting,
    },
    sdk: { flags: '--sdk', help: 'serve the tests of an SDK, and judge its requests' },
    for: { flags: '--for <command>', help: 'run this command, such as a test suite, then stop' },
  },
  'Output:': {
    log: {
      flags: '--log <form>',
      help: 'log format: pretty (default), or json (prints the startup message on stderr)',
      choices: ['pretty', 'json'],
    },
    quiet: { flags: '-q, --quiet', help: 'print the startup message, then only problems', conflicts: 'log' },
  },
  [advancedGroup]: {
    limit: { flags: '--limit <name=number>', help: limitHelp(), parse: collectLimit },
    worker: {
      flags: '--worker',
      help: 'run the jobs of servers that share a database (--data postgres://...), instead of serving',
    },
    concurrency: {
      flags: '-c, --concurrency <number>',
      help: 'with --worker: maximum concurrent jobs, and again as many rosters (default: one per core, less one)',
      parse: parseCount,
    },
    traces: { flags: '--traces', help: 'create OpenTelemetry spans (requires an SDK registered with node --import)' },
    exitWithParent: { flags: '--exit-with-parent', help: 'exit when standard input closes' },
  },
};

type Settings = typeof startSettings;
type NamesIn<Group> = Group extends unknown ? keyof Group & string : never;

/** The name of a server setting. */
type StartSettingName = NamesIn<Settings[keyof Settings]>;

/** Creates the command line option for a setting. */
export function createSettingOption(name: StartSettingName): Option {
  const row = Object.values<Readonly<Record<string, OptionRow>>>(startSettings).flatMap((rows) => rows[name] ?? [])[0];
  if (row === undefined) throw new Error(`There is no setting ${name}`);
  return toOption(row);
}

/** Creates the options of `understudy start`, in the order of its help. */
export function createStartOptions(): Option[] {
  const groups = Object.keys({ ...startOptions, ...startSettings });
  const order = ['Server:', 'Data:', 'Behavior:', 'Output:', advancedGroup];
  return groups
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    .flatMap((group) => {
      const settings: Readonly<Record<string, OptionRow>> = (startSettings as Groups)[group] ?? {};
      const rows = [...Object.values(settings), ...Object.values(startOptions[group] ?? {})];
      return rows.map((row) => toOption(row).helpGroup(group));
    });
}

function toOption({ flags, help, parse, choices, preset, conflicts }: OptionRow): Option {
  const option = new Option(flags, help);
  if (choices !== undefined) option.choices(choices);
  if (parse !== undefined) option.argParser<unknown>((text, earlier) => parse(text, earlier as never));
  if (conflicts !== undefined) option.conflicts(conflicts);
  return preset === undefined ? option : option.default(preset);
}

function limitHelp(): string {
  return `a limit (repeatable): ${Object.entries(numberHelps)
    .map(([name, help]) => `${name}, ${help}`)
    .join('; ')}`;
}
