import { randomBytes } from 'node:crypto';
import type { Finding } from '@understudy/contract';
import {
  type Api,
  type ComputeMode,
  type ControlToken,
  type CorsPolicy,
  DataFolderError,
  type Durability,
  isSnapshotFile,
  type SeedData,
} from '@understudy/kernel';
import { Command, Option } from 'commander';
import { apisThatComeAlong, chooseApis } from '../apis/apis.js';
import { configuredApis } from '../config/configured-apis.js';
import { defaultConfigFile } from '../config/load-config.js';
import type { SettingsPatch } from '../control/control.js';
import { isReachable } from '../is-reachable.js';
import { type LimitOptions, limitsAmong } from '../limits.js';
import { type Log, type LogForm, openLog } from '../log/open-log.js';
import { filesOfOverlays, oneForEach, readOverlays } from '../overlays.js';
import { type LostRun, openRunFile } from '../run-file.js';
import { readSeed, seedsOf } from '../seeds.js';
import type { RunningSimulators } from '../start-simulators.js';
import { startSimulators } from '../start-simulators.js';
import { version } from '../version.js';
import { WrongUse } from '../wrong-use.js';
import { followChanges } from './follow-changes.js';
import { watchedDescriptions } from './reload-description.js';
import {
  allowHostOption,
  allowOriginOption,
  announceOption,
  collect,
  corsOption,
  durabilityOption,
  hostOption,
  limitOptions,
  overlayOption,
  parseCount,
  portOption,
  publicUrlOption,
} from './server-options.js';
import {
  collectSetting,
  configuredData,
  configuredSeed,
  configuredSettings,
  configuredTokens,
  mergeSettings,
} from './settings-at-start.js';
import { untilStopped } from './until-stopped.js';
import { whyNotListening } from './why-not-listening.js';

interface StartFlags extends LimitOptions {
  port: number;
  host: string;
  clock?: string;
  at?: string;
  progression?: string;
  seed?: string;
  watch?: boolean;
  randomSeed?: string;
  publicUrl?: string;
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

/** `understudy start`: runs the simulators as a server until it is stopped. */
export function startCommand(): Command {
  const command = new Command('start')
    .description('Start the simulated APIs on one local URL')
    .argument(
      '[api...]',
      'APIs to start: names, OpenAPI descriptions such as ./petstore.yaml, packages or folders; all when none is named',
    )
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
      'load the seed file or snapshot file into the default sandbox anew whenever it changes, and serve anew what has a description or an overlay that changes',
    )
    .option('--random-seed <text>', 'fixes every id and signature; the same seed and calls give the same bytes')
    .addOption(publicUrlOption())
    .option('--allow-webhook-host <host>', 'a host besides loopback that webhooks may go to (repeatable)', collect)
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
    )
    .action(start);
  for (const option of limitOptions()) command.addOption(option);
  return command;
}

/** With a seed that is settled. */
type Settled = StartFlags & { readonly seed: string };

async function start(apis: string[], given: StartFlags): Promise<void> {
  const { allowHost: allowedHosts = [] } = given;
  const controlTokens = await configuredTokens(given.config);
  const controlToken = controlTokenOf(controlTokens.length > 0, isReachable({ ...given, allowedHosts }));
  const { chosen, known } = await chooseApis(apis, await configuredApis(given.config, warn), warn);
  const seeds = seedsOf(known);
  const named = given.seed ?? (await configuredSeed(given.config, ['empty', ...Object.keys(seeds)])) ?? 'demo';
  const flags: Settled = { ...given, seed: named };
  const data = flags.data ?? (await configuredData(flags.config)) ?? process.env['UNDERSTUDY_DATA'];
  const log = logOf(flags);
  const seed = await readSeed(named, seeds);
  const descriptions = flags.watch === true ? await watchedDescriptions(apis, flags.config) : [];
  const overlaid = flags.watch === true ? filesOfOverlays(flags.overlay) : [];
  if (flags.watch === true && typeof seed === 'string' && descriptions.length + overlaid.length === 0) {
    throw new WrongUse(
      `--watch is for a seed file, a description or an overlay, and "${seed}" is a seed that comes along; add --seed <file>, or seed: to ${flags.config}, or name a description or --overlay <file>`,
    );
  }
  const simulators = await startOrExplain(chosen, data === undefined ? flags : { ...flags, data }, {
    controlToken,
    controlTokens,
    log,
    seed,
  });
  const stopped = untilStopped(flags.exitWithParent === true);
  // Nobody comes back to a port that was picked for one run.
  const runFile = flags.port === 0 ? undefined : await openRunFile(flags);
  // With a folder nothing is lost.
  if (runFile?.lost !== undefined && data === undefined) console.error(lossNotice(runFile.lost, flags));
  if (flags.json === true) console.log(JSON.stringify(simulators.description));
  else if (flags.log === 'json') console.error(greeting(simulators, chosen, seed, flags));
  else console.log(greeting(simulators, chosen, seed, flags));
  log?.begin();
  const ending = new AbortController();
  const watching = followChanges({
    seed: flags.watch === true && typeof seed !== 'string' ? named : undefined,
    descriptions,
    overlays: overlaid,
    readOverlays: () => overlaysFor(chosen, flags.overlay),
    apis: chosen,
    simulators,
    warn,
    signal: ending.signal,
  });
  await stopped;
  ending.abort();
  await watching;
  await runFile?.remove();
  await simulators.close();
  await log?.end();
  // What nobody reads must not keep the process.
  if (process.stdout.writableLength > 0) process.exit();
}

/** The token that may do everything; made up where others can reach the server and nobody else has one. */
function controlTokenOf(hasOthers: boolean, isReached: boolean): string | undefined {
  if (!hasOthers && !isReached) return undefined;
  const given = process.env['UNDERSTUDY_CONTROL_TOKEN'] || undefined;
  return hasOthers ? given : (given ?? randomBytes(24).toString('base64url'));
}

function warn({ file, line, message }: Finding): void {
  console.error(`warning: ${file === undefined ? '' : `${file}:${line ?? 1} `}${message}`);
}

/** A program that wants one JSON line need not read on. */
function logOf({ log, quiet = false, json = false }: StartFlags): Log | undefined {
  if (quiet || (json && log === undefined)) return undefined;
  return openLog(log ?? 'pretty', process.stdout, process.env);
}

/** Of a file for several APIs only those that are started. */
async function overlaysFor(
  apis: readonly Api[],
  files: readonly string[] | undefined,
): Promise<Record<string, unknown>> {
  const started = apis.map(({ name }) => name);
  const overlays = await readOverlays(files, new Set([...apisThatComeAlong.keys(), ...started]));
  return oneForEach(new Map([...overlays].filter(([api]) => started.includes(api))));
}

const usual = { clock: 'real', progression: 'immediate' };

interface StartedWith {
  readonly controlToken: string | undefined;
  readonly controlTokens: readonly ControlToken[];
  readonly log: Log | undefined;
  readonly seed: string | SeedData;
}

async function startOrExplain(
  apis: readonly Api[],
  flags: StartFlags,
  { controlToken, controlTokens, log, seed }: StartedWith,
): Promise<RunningSimulators> {
  const { port, host, at, randomSeed, publicUrl, allowWebhookHost = [] } = flags;
  // A snapshot has a clock and a progression of its own.
  const { clock, progression } = isSnapshotFile(seed) ? flags : { ...usual, ...flags };
  try {
    return await startSimulators({
      overlays: await overlaysFor(apis, flags.overlay),
      apis,
      port,
      host,
      ...(clock === undefined ? {} : { clock }),
      ...(progression === undefined ? {} : { progression }),
      settings: mergeSettings(await configuredSettings(flags.config), flags.set ?? {}),
      seed,
      allowedWebhookHosts: allowWebhookHost,
      allowedHosts: flags.allowHost ?? [],
      allowedOrigins: flags.allowOrigin ?? [],
      cors: flags.cors,
      maxSandboxes: flags.maxSandboxes,
      sandboxTimeToLive: flags.sandboxTtl,
      ...(flags.data === undefined ? {} : { data: flags.data }),
      ...(flags.announce === undefined ? {} : { announce: flags.announce }),
      ...(flags.durability === undefined ? {} : { durability: flags.durability }),
      ...(flags.compute === undefined ? {} : { compute: flags.compute }),
      ...(flags.maxAwake === undefined ? {} : { maxAwake: flags.maxAwake }),
      ...(flags.sleepAfter === undefined ? {} : { sleepAfter: flags.sleepAfter }),
      ...limitsAmong(flags),
      ...(at === undefined ? {} : { at }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(controlToken === undefined ? {} : { controlToken }),
      controlTokens,
      ...(randomSeed === undefined ? {} : { randomSeed }),
      ...(log === undefined ? {} : { onEvent: log.tell }),
      onNotice: (notice) => console.error(`notice: ${notice}`),
      onDefect: ({ what, error }) => console.error(`defect in ${what}:`, error),
    });
  } catch (error) {
    if (error instanceof DataFolderError) throw new WrongUse(error.message);
    throw whyNotListening(error, { port, host }) ?? error;
  }
}

function lossNotice({ pid, since }: LostRun, { port }: StartFlags): string {
  return `The last run on port ${port} (pid ${pid}, since ${since}) ended without shutting down; its state was in memory and is lost. Next time keep it with --data <folder>, or save what you need with: understudy snapshot save <file>`;
}

/** What the default sandbox begins with. */
function standing(flags: Settled, seed: string | SeedData): string {
  if (isSnapshotFile(seed)) {
    const asked = [flags.clock ?? flags.at, flags.progression].filter((one) => one !== undefined);
    return `Everything as in snapshot ${flags.seed}${asked.length === 0 ? '' : `, but for ${asked.join(', ')}`}.`;
  }
  const { clock, progression } = { ...usual, ...flags };
  return `Clock ${clock}, progression ${progression}, seed ${flags.seed}${flags.seed === 'demo' ? ': tenant "demo" has data' : ''}.`;
}

function greeting(
  { url, description }: RunningSimulators,
  chosen: readonly Api[],
  seed: string | SeedData,
  flags: Settled,
): string {
  const { clientId, clientSecret } = description.credentials.analysis;
  const apis = chosen.map(
    ({ name, prefix = '', tokens }) => `  ${name.padEnd(12)}${url}${prefix}  ${howToGetIn(tokens)}`,
  );
  const accounts = chosen.flatMap(({ tokens }) => {
    const [[first, id] = [], [, key] = []] = Object.entries(tokens?.account ?? {});
    const path = tokens?.path ?? '';
    return first === undefined ? [] : [`  ${''.padEnd(12)}${url}${path}  ${first.replace(/Id$/, '')} ${id} / ${key}`];
  });
  return [
    `Understudy ${version} is ready at ${url}`,
    ...(description.listening === undefined ? [] : [`It listens at ${description.listening}`]),
    '',
    ...apis,
    `  ${'tokens'.padEnd(12)}${url}/connect/token  client ${clientId} / ${clientSecret}`,
    ...accounts,
    `  ${'console'.padEnd(12)}${url}/  in a browser`,
    `  ${'described'.padEnd(12)}${description.control}/apis`,
    `  ${'control'.padEnd(12)}${description.control}`,
    ...(description.controlToken === undefined ? [] : [`  ${'its token'.padEnd(12)}${description.controlToken}`]),
    '',
    standing(flags, seed),
    `Try: curl ${url}${chosen[0]?.tryPath ?? '/_sim'}`,
    'Press Ctrl-C to stop.',
  ].join('\n');
}

function howToGetIn(tokens: Api['tokens']): string {
  if (tokens === undefined) return 'no tokens';
  return tokens.scope === undefined ? 'tokens of its own' : `scope ${tokens.scope}`;
}
