import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, omitUndefined, stringifyJson } from '@understudy/contract';
import { type ApiDefinition, isLoopback, type SeedData } from '@understudy/kernel';
import { wallNowMs } from '@understudy/kernel/serving';
import { isSnapshotFile } from '@understudy/server';
import { Command } from 'commander';
import { builtInApis, chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import type { SettingsPatch } from '../control/control.js';
import { isReachable } from '../control-access.js';
import type { CorrectionsByApi } from '../corrected-apis.js';
import { openLog, type ServerLog } from '../log/open-log.js';
import { readModels } from '../models.js';
import { mergeOverlays, readFileOption, readOverlays } from '../overlays.js';
import { readRules } from '../read-rules.js';
import { type CrashedRun, openRunFile } from '../run-file.js';
import { listNamedSeeds, readSeed } from '../seeds.js';
import { type CertificatePair, createSelfSignedCertificate } from '../self-signed-certificate.js';
import type { StartOptions } from '../start-options.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';
import { createTraceReporter } from '../trace-reporter.js';
import { UsageError } from '../usage-error.js';
import { formatStartupMessage } from './format-startup-message.js';
import { findProject, mergeSettings, readConfiguredModels, readConfiguredTokens } from './read-configured-settings.js';
import { listWatchedDescriptions, reloadOnChange } from './reload-on-change.js';
import { runFor } from './run-for.js';
import { createSdkSettings, printSdkVerdict, SdkVerdictCollector } from './sdk-mode.js';
import { explainListenError } from './server-options.js';
import { createStartOptions, defaultStartFlags, type ResolvedStartFlags, type StartFlags } from './start-settings.js';
import { waitUntilStopped } from './wait-until-stopped.js';

export function createStartCommand(): Command {
  const command = new Command('start')
    .description('Start the simulated APIs on one local URL')
    .argument(
      '[api...]',
      'OpenAPI descriptions such as ./petstore.yaml, names, packages, the folder of an import, or recording:<name> (default: all)',
    )
    .addHelpText(
      'after',
      '\nOutput as JSON, access, limits, storage and several servers: understudy start --help --all',
    )
    .action(start);
  for (const option of createStartOptions()) command.addOption(option);
  return command;
}

async function start(names: string[], given: StartFlags): Promise<void> {
  const [recording = ''] = names;
  if (recording.startsWith('recording:')) return (await import('./serve.js')).serve(names, { cors: 'any', ...given });
  if (given.worker === true) return (await import('./work.js')).work(names, given);
  const project = findProject(names);
  const { allowedHosts = [] } = given;
  const controlTokens = await readConfiguredTokens(given.config);
  const controlToken = controlTokenOf(controlTokens.length > 0, isReachable({ ...given, allowedHosts }));
  const configured = await loadConfiguredApis(given.config, warn);
  // For a project folder, serve the project's own APIs.
  const apis = project === undefined ? names : [...configured.keys()].filter((name) => !builtInApis.has(name));
  const choice = await chooseApis(apis, configured, warn);
  const { chosen, known } = choice;
  const seeds = listNamedSeeds(known);
  const { seed: named = 'demo' } = given;
  const model = [...(await readConfiguredModels(given.config, choice)), ...(given.model ?? [])];
  const flags: ResolvedStartFlags = { ...given, seed: named, model };
  const data = flags.data ?? process.env['UNDERSTUDY_DATA'];
  const log = logOf(flags);
  const sdk = flags.sdk === true ? new SdkVerdictCollector() : undefined;
  const seed = await readSeed(named, seeds, chosen);
  const descriptions = flags.watch === true ? await listWatchedDescriptions(apis, flags.config) : [];
  const corrections =
    flags.watch === true ? [...(flags.overlays ?? []), ...model].map((wish) => readFileOption(wish).file) : [];
  if (flags.watch === true && typeof seed === 'string' && descriptions.length + corrections.length === 0) {
    throw new UsageError(
      `--watch needs a file to watch, and "${seed}" is a built-in seed; add a description, --overlays <file>, --model <file>, --seed <file>, or seed: in ${flags.config}`,
    );
  }
  const tls = flags.tls === undefined ? undefined : await openTls(flags.tls, flags);
  const withData = data === undefined ? flags : { ...flags, data };
  const simulators = await startOrExplain(chosen, withData, { controlToken, controlTokens, seed }, tls, { log, sdk });
  const stopped = waitUntilStopped(flags.exitWithParent === true);
  // A random port has no previous run.
  const runFile = flags.port === 0 ? undefined : await openRunFile(flags);
  // With a data folder, nothing is lost.
  if (runFile?.lost !== undefined && data === undefined) console.error(lossNotice(runFile.lost, flags));
  const told = withoutGiven(simulators);
  const files = tls === undefined ? {} : { certificate: tls.file };
  if (flags.json === true) console.log(stringifyJson({ ...told.description, ...files }));
  else if (flags.log === 'json')
    console.error(formatStartupMessage(told, chosen, seed, { ...flags, tlsFile: tls?.file }));
  else console.log(formatStartupMessage(told, chosen, seed, { ...flags, tlsFile: tls?.file }));
  log?.begin();
  const ending = new AbortController();
  const watching = reloadOnChange({
    seed: flags.watch === true && typeof seed !== 'string' ? named : undefined,
    descriptions,
    corrections,
    readCorrections: () => correctionsFor(chosen, flags),
    apis: chosen,
    simulators,
    // Standard output is reserved for programs that read it.
    tell: console.error,
    warn,
    signal: ending.signal,
  });
  const code = flags.for === undefined ? 0 : await runFor(flags.for, simulators.url, stopped);
  if (flags.for === undefined) await stopped;
  ending.abort();
  await watching;
  await runFile?.remove();
  await simulators.close();
  await log?.end();
  const passed = sdk === undefined || (await printSdkVerdict(sdk, chosen, flags.json === true));
  if (code !== 0 || !passed) process.exitCode = code || 1;
  // Output that cannot be written must not keep the process alive.
  if (process.stdout.writableLength > 0) process.exit();
}

/** Returns the server details to print: with a generated token, but without a configured one. */
function withoutGiven({ url, description }: RunningSimulators): Pick<RunningSimulators, 'url' | 'description'> {
  const { controlToken: _given, ...rest } = description;
  return { url, description: process.env['UNDERSTUDY_CONTROL_TOKEN'] ? rest : description };
}

/** Returns the admin token. Generates one if other machines can reach the server and no token is configured. */
function controlTokenOf(hasOthers: boolean, isReached: boolean): string | undefined {
  if (!hasOthers && !isReached) return undefined;
  const given = process.env['UNDERSTUDY_CONTROL_TOKEN'] || undefined;
  return hasOthers ? given : (given ?? randomBytes(24).toString('base64url'));
}

function warn({ file, line, message }: Finding): void {
  console.error(`warning: ${file === undefined ? '' : `${file}:${line ?? 1} `}${message}`);
}

/**
 * Opens the log if it is enabled. With `--json`, it is off by default, because a program can stop reading after the
 * JSON line.
 */
function logOf({ log, quiet = false, json = false }: StartFlags): ServerLog | undefined {
  if (quiet || (json && log === undefined)) return undefined;
  return openLog(log ?? 'pretty', process.stdout, process.env);
}

function givenSettings({ set: own = {}, sdk }: StartFlags, chosen: readonly ApiDefinition[]): SettingsPatch {
  return sdk === true ? mergeSettings(createSdkSettings(chosen), own) : own;
}

/** Reads the Overlays and behavior models for the started APIs. */
async function correctionsFor(
  apis: readonly ApiDefinition[],
  { overlays: files, model }: Pick<StartFlags, 'overlays' | 'model'>,
): Promise<Required<CorrectionsByApi>> {
  const started = apis.map(({ name }) => name);
  const only = started.length === 1 ? started[0] : undefined;
  const overlays = await readOverlays(files, new Set([...builtInApis.keys(), ...started]), only);
  return {
    overlays: mergeOverlays(new Map([...overlays].filter(([api]) => started.includes(api)))),
    model: await readModels(model, apis),
  };
}

async function startOrExplain(
  apis: readonly ApiDefinition[],
  flags: StartFlags,
  given: Pick<StartOptions, 'controlTokens'> & { seed: string | SeedData; controlToken: string | undefined },
  tls: TlsCertificate | undefined,
  listeners: EventListeners,
): Promise<RunningSimulators> {
  const { port, host, at, randomSeed, publicUrl, allowedHosts, allowedOrigins, allowedWebhookHosts, cors } = flags;
  const { data, announce, durability, compute, sleepAfter, keepJournal, sandboxTimeToLive } = flags;
  const faults = await Promise.all((flags.faults ?? []).map((file) => readRules(file)));
  // A snapshot already contains clock and progression.
  const { clock, progression } = isSnapshotFile(given.seed) ? flags : { ...defaultStartFlags, ...flags };
  try {
    return await startSimulators({
      ...(await correctionsFor(apis, flags)),
      faults: faults.flatMap((rules) => rules ?? []),
      apis,
      port,
      host,
      settings: givenSettings(flags, apis),
      ...omitUndefined({ allowedHosts, allowedOrigins, allowedWebhookHosts, cors, sandboxTimeToLive }),
      ...omitUndefined({ data, announce, durability, compute, sleepAfter, keepJournal }),
      ...omitUndefined({
        clock,
        progression,
        at,
        publicUrl,
        randomSeed,
        onEvent: await eventListener(flags, listeners),
      }),
      ...omitUndefined(given),
      ...flags.limit,
      ...(tls === undefined ? {} : { tls: { key: tls.key, cert: tls.cert } }),
      onNotice: (notice) => console.error(`notice: ${notice}`),
      onDefect: ({ what, error }) => console.error(`defect in ${what}:`, error),
    });
  } catch (error) {
    throw explainListenError(error, { port, host }) ?? error;
  }
}

interface EventListeners {
  readonly log: ServerLog | undefined;
  readonly sdk: SdkVerdictCollector | undefined;
}

async function eventListener(
  { traces }: StartFlags,
  { log, sdk }: EventListeners,
): Promise<ServerLog['tell'] | undefined> {
  const trace = traces === true ? await createTraceReporter() : undefined;
  const all = [trace, log?.tell, sdk?.add.bind(sdk)].filter((each) => each !== undefined);
  if (all.length < 2) return all[0];
  return (event) => {
    for (const listener of all) listener(event);
  };
}

function lossNotice({ pid, since }: CrashedRun, { port }: StartFlags): string {
  return `The last run on port ${port} (pid ${pid}, since ${since}) did not shut down cleanly; its in-memory state is lost. Use --data <folder> to store it, or understudy state save <file>`;
}

/** A certificate, and the file for clients that need to trust it. The key is kept in memory. */
interface TlsCertificate extends CertificatePair {
  readonly file: string;
}

/**
 * Generates a certificate for a server and writes it to a file.
 *
 * @param file the value of `--tls`, or true for a temporary file
 * @throws UsageError if the file exists and is not a certificate
 */
async function openTls(
  file: string | true,
  { host, allowHost = [] }: { readonly host: string; readonly allowHost?: readonly string[] | undefined },
): Promise<TlsCertificate> {
  const names = ['localhost', '*.localhost', '127.0.0.1', '::1', ...(isLoopback(host) ? [] : [host]), ...allowHost];
  const certificate = createSelfSignedCertificate([...new Set(names)], wallNowMs());
  const place = file === true ? join(await mkdtemp(join(tmpdir(), 'understudy-tls-')), 'understudy.pem') : file;
  const there = await readFile(place, 'utf8').catch(() => undefined);
  if (there !== undefined && !there.startsWith('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`--tls ${place} exists and is not a certificate. Choose another file`);
  await writeFile(place, certificate.cert);
  return { ...certificate, file: place };
}
