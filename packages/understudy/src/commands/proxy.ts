import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { type DriftCause, escapeControlCharacters, exitCodes, type OperationEffect } from '@understudy/conformance';
import { type ApiContract, isObject, loadYaml, omitUndefined, stringifyJson } from '@understudy/contract';
import type { ApiDefinition, ServerEvent, Simulator } from '@understudy/kernel';
import { Command } from 'commander';
import { chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import type { FaultRule } from '../control/control.js';
import { ControlError } from '../control/control-calls.js';
import { openLog } from '../log/open-log.js';
import { readModels } from '../models.js';
import { applyOverlays, mergeOverlays, type OverlaysByApi, readOverlays } from '../overlays.js';
import { ProxySession } from '../proxy-session.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';
import { failWith, UsageError } from '../usage-error.js';
import { loadContracts } from '../workspace.js';
import { describeTrafficCause } from './drift.js';
import { createAllowEffectsOption } from './run-options.js';
import { collectValues, explainListenError, parseCount, parsePort, parseUrl } from './server-options.js';
import { createSettingOption } from './start-settings.js';
import { waitUntilStopped } from './wait-until-stopped.js';
import { printResult } from './write-output.js';

interface ProxyFlags {
  readonly target: string;
  readonly port: number;
  readonly host: string;
  readonly controlPort: number;
  readonly api?: string[];
  readonly overlays?: string[];
  readonly config?: string;
  readonly record?: string;
  readonly redact?: string[];
  readonly simulate?: string[];
  readonly simulateWhenDown?: boolean;
  readonly model?: string[];
  readonly faults?: string;
  readonly allowEffects?: OperationEffect[];
  readonly ca?: string;
  readonly maxBody: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function createProxyCommand(): Command {
  return new Command('proxy')
    .description('Forward requests to a real server; check, record, simulate or disturb them on the way')
    .requiredOption('-t, --target <url>', 'base URL of the real server', parseUrl)
    .option('--api <api>', 'API that the server implements: a description, package or name (repeatable)', collectValues)
    .addOption(createSettingOption('overlays'))
    .option('--record <file>', 'write a new HTTP archive (HAR 1.2), without secrets')
    .option(
      '--redact <name>',
      'header, parameter, member or field whose values are secrets (repeatable)',
      collectValues,
    )
    .option(
      '--simulate <names>',
      'operationIds or tags of --api to simulate instead of forwarding (repeatable)',
      collectValues,
    )
    .option('--simulate-when-down', 'simulate the operations of --api while the real server cannot be reached')
    .addOption(createSettingOption('model'))
    .option('--faults <file>', 'fault rules for forwarded and simulated requests, as in PUT /_sim/faults')
    .addOption(createAllowEffectsOption())
    .addOption(createSettingOption('port'))
    .addOption(createSettingOption('host'))
    .option('--control-port <number>', 'port of the control plane and the console, or 0 for a free port', parsePort, 0)
    .option('--ca <file>', 'certificates in PEM to trust, for a server with a private certificate')
    .option(
      '--max-body <bytes>',
      'check and record bodies up to this size; larger ones are only forwarded',
      parseCount,
      2 ** 20,
    )
    .option('-q, --quiet', 'print findings, but not each request')
    .addHelpText(
      'after',
      '\nOnly GET, HEAD, OPTIONS and token requests are forwarded, unless --allow-effects allows more. The console\nhas an address of its own, which pages of the real server cannot reach. Ctrl-C stops the proxy and prints the report. Exit code 1: the traffic does not match the description.\n\nExamples:\n  understudy proxy --target https://api.example.com --api ./openapi.yaml\n  understudy proxy --target https://stage.example.com --record traffic.har --allow-effects create,mutate\n  understudy proxy --target http://127.0.0.1:3000 --api ./openapi.yaml --simulate createRefund,reports',
    )
    .action(proxy);
}

async function proxy(flags: ProxyFlags): Promise<void> {
  const {
    target,
    api = [],
    simulate = [],
    allowEffects = [],
    redact = [],
    record,
    json = false,
    quiet = false,
  } = flags;
  const { simulateWhenDown: simulatesWhenDown = false } = flags;
  if ((simulate.length > 0 || simulatesWhenDown) && api.length === 0)
    throw new UsageError('--simulate and --simulate-when-down need --api, the description to simulate');
  const rules = flags.faults === undefined ? [] : await readFaults(flags.faults);
  const ca =
    flags.ca === undefined ? undefined : await readFile(flags.ca, 'utf8').catch(failWith(`Cannot read ${flags.ca}`));
  if (record !== undefined && existsSync(record))
    throw new UsageError(`Cannot write ${record}: the file exists; choose another name`);
  const onCause = (cause: DriftCause) => {
    if (!json) console.log(escapeControlCharacters(`finding: ${describeTrafficCause(cause)}`));
  };
  const { apis, overlays, written } = await readApis(flags);
  const parts = new ProxySession({
    target,
    allowEffects,
    simulate,
    simulatesWhenDown,
    record,
    redact,
    written,
    onCause,
  });
  const log = json || quiet ? undefined : openLog('pretty', process.stdout, process.env);
  await parts.start().catch(failWith(record === undefined ? 'Cannot check the traffic' : `Cannot write ${record}`));
  let [report, isReady]: [Awaited<ReturnType<ProxySession['close']>>, boolean] = [undefined, false];
  try {
    const stopped = waitUntilStopped();
    const running = await open(flags, parts, { apis, overlays, ca, onEvent: log?.tell });
    try {
      if (rules.length > 0) await running.control.faults.set(rules).catch(explainFaults);
      parts.checkNames();
      isReady = true;
      console.log(
        json
          ? stringifyJson({ ready: true, url: running.url, controlUrl: running.controlUrl, target })
          : greeting(running, flags),
      );
      log?.begin();
      await stopped;
    } finally {
      await running.close();
      await log?.end();
    }
  } finally {
    report = await parts.close().catch(failWith(`Cannot write ${record}`));
    // If the proxy did not start, delete its archive, so that the next proxy can use the name.
    if (!isReady && record !== undefined) await rm(record);
  }
  if (report === undefined) return;
  await printResult(report, json, () => summary(report, flags));
  process.exitCode = report.causes.length + report.unknown.length > 0 ? exitCodes.findings : exitCodes.clean;
}

/** Reads the APIs of the real server, and their descriptions as the authors wrote them. */
async function readApis({ api = [], overlays: files, config }: ProxyFlags) {
  const { chosen: apis } = api.length === 0 ? { chosen: [] } : await chooseApis(api, await loadConfiguredApis(config));
  const names = apis.map(({ name }) => name);
  const overlays = await readOverlays(files, new Set(names), names.length === 1 ? names[0] : undefined);
  const registry = new Map(apis.map((each) => [each.name, each]));
  const all = apis.length === 0 ? new Map<string, ApiContract>() : await loadContracts(registry, 'written');
  const own = new Map([...all].filter(([name]) => registry.has(name)));
  return { apis, overlays, written: applyOverlays(own, overlays) };
}

async function open(
  flags: ProxyFlags,
  parts: ProxySession,
  more: {
    readonly apis: readonly ApiDefinition[];
    readonly overlays: OverlaysByApi;
    readonly ca: string | undefined;
    readonly onEvent: ((event: ServerEvent) => void) | undefined;
  },
): Promise<RunningSimulators> {
  const { port, host, controlPort } = flags;
  const { apis, overlays } = more;
  const names = apis.map(({ name }) => name);
  try {
    return await startSimulators({
      ...{ apis, port, host, controlPort, clock: 'real', seed: apis.length === 0 ? 'empty' : 'demo' },
      overlays: mergeOverlays(overlays),
      model: await readModels(flags.model, apis),
      upstream: parts.upstream(flags.maxBody, more.ca),
      change: (simulator) => (names.includes(simulator.name) ? withFindings(parts.add(simulator), parts) : simulator),
      onDefect: ({ what, error }) => console.error(`defect in ${what}:`, error),
      ...omitUndefined({ onEvent: more.onEvent, redact: flags.redact }),
    });
  } catch (error) {
    throw explainListenError(error, { port, host }) ?? error;
  }
}

/** Adds the findings in forwarded traffic to an API's explanation. */
function withFindings(simulator: Simulator, session: ProxySession): Simulator {
  const { contract, explain = () => ({ operations: [], statements: [], unread: [] }) } = simulator;
  const findings = () => session.causes.filter(({ operationId }) => contract.operations.has(operationId));
  const present = (cause: DriftCause) => ({
    operationId: cause.operationId,
    message: describeTrafficCause(cause),
    count: cause.count,
  });
  return { ...simulator, explain: () => ({ ...explain(), findings: findings().map(present) }) };
}

/** Reads the rules in a JSON or YAML file: a list, or `{ faults: [...] }`. */
async function readFaults(file: string): Promise<FaultRule[]> {
  const content = await loadYaml(file);
  const rules = isObject(content) ? content['faults'] : content;
  if (!Array.isArray(rules)) throw new UsageError(`${file} must contain a list of fault rules, or {"faults": [...]}`);
  return rules;
}

function explainFaults(error: unknown): never {
  if (error instanceof ControlError) throw new UsageError(`--faults: ${error.message}`);
  throw error;
}

function greeting(
  { url, controlUrl }: RunningSimulators,
  { target, record, simulate, allowEffects = [] }: ProxyFlags,
): string {
  return [
    `Forwarding ${url} to ${target}${simulate === undefined ? '' : `, except ${simulate.join(', ')}`}.`,
    allowEffects.length === 0
      ? 'Only reads are forwarded (--allow-effects allows more).'
      : `Allowed effects: ${allowEffects.join(', ')}.`,
    ...(record === undefined ? [] : [`Recording to ${record}.`]),
    `Console: ${controlUrl}/_sim/ui/`,
    'Press Ctrl-C to stop.',
  ].join('\n');
}

type Report = NonNullable<Awaited<ReturnType<ProxySession['close']>>>;

function summary(report: Report, { api, record }: ProxyFlags): string {
  const replaced = Object.entries(report.replaced);
  const { causes, unknown, coverage, recorded, notRecorded = 0, skipped, kept = [], matched, elsewhere } = report;
  const checked = [
    ...causes.map((cause) => `${cause.count} times: ${describeTrafficCause(cause)}`),
    ...unknown.map(({ method, url, why, count }) => `${count} times: ${method} ${url}: ${why}`),
    `${matched} requests called ${coverage.called} of ${coverage.operations} operations; ${unknown.length + elsewhere} addresses are not described.`,
    `${causes.length} causes, ${unknown.length} unknown addresses.`,
  ];
  return [
    ...(api === undefined ? [] : checked),
    ...replaced.map(
      ([name, count]) => `${count} responses of ${name} were simulated, because the server could not be reached.`,
    ),
    ...(recorded === undefined
      ? []
      : [`${recorded} exchanges in ${record}${notRecorded === 0 ? '' : `; ${notRecorded} had no room`}.`]),
    ...(skipped === 0
      ? []
      : [`${skipped} exchanges were not checked and not recorded, because too many were waiting.`]),
    ...(kept.length === 0
      ? []
      : ['These texts look like secrets and were recorded. If one is a secret, record again with --redact <name>:']),
    ...kept.map(({ place, name, first, count }) => `  ${place} (${count} times, first in ${first}): --redact ${name}`),
  ].join('\n');
}
