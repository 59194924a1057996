import { resolve } from 'node:path';
import {
  createRecordingTarget,
  createTerminalReport,
  escapeControlCharacters,
  exitCodes,
  formatJsonReport,
  type RunResult,
  type RunShard,
  runScenarios,
  type WorkflowFilter,
} from '@understudy/conformance';
import type { ApiContract, OpenApiDocument } from '@understudy/contract';
import { Command } from 'commander';
import { chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { readLastFailed, storeFailed } from '../last-failed.js';
import { shouldUseColor } from '../log/should-use-color.js';
import { type ModelsByApi, readModels } from '../models.js';
import { openTarget } from '../open-target.js';
import { applyOverlays, readOverlays } from '../overlays.js';
import { checkRecordingName, listRecordedFiles, writeRecording } from '../recordings.js';
import type { OpenTarget } from '../target-choice.js';
import { UsageError } from '../usage-error.js';
import { loadWorkspace, type ScenarioWorkspace, viewForTarget } from '../workspace.js';
import { findBreakage, loadConsumers, reportConsumers } from './check-consumers.js';
import { type Interruption, runInterruptibly } from './interruption.js';
import { plan } from './plan.js';
import { readConfiguredModels } from './read-configured-settings.js';
import { addSelectionOptions, addWaitOption, checkFilter, readSelection, type SelectionFlags } from './run-options.js';
import { parseCount, parseShard } from './server-options.js';
import { createSettingOption } from './start-settings.js';
import { collectReport, type ReportRequest, writeReports } from './write-reports.js';

interface RunFlags extends SelectionFlags {
  overlays?: string[];
  model?: string[];
  receiver?: string;
  wait?: number;
  dryRun?: boolean;
  bail?: boolean;
  jobs?: number;
  randomSeed?: string;
  retries?: number;
  shard?: RunShard;
  lastFailed?: boolean;
  json?: boolean;
  report?: ReportRequest[];
  record?: string;
  consumers?: string;
  verbose?: boolean;
}

export function createRunCommand(): Command {
  return addWaitOption(addSelectionOptions(new Command('run')))
    .description('Run the scenarios against the simulators, a server or a configured environment')
    .addOption(createSettingOption('overlays'))
    .addOption(createSettingOption('model'))
    .option(
      '--receiver <url>',
      'on a configured environment, receive its webhooks at this public URL; its tunnel forwards to a loopback port (default: 4080)',
    )
    .option('--dry-run', 'list the state-changing requests, and send nothing')
    .option('--bail', 'stop after the first failure')
    .option('--jobs <number>', 'concurrent workflows, if the target isolates them (default: 4)', parseCount)
    .option('--random-seed <text>', 'random seed for the order of workflows')
    .option(
      '--retries <number>',
      'maximum retries of a failed workflow; if a retry passes, the workflow is flaky',
      parseCount,
    )
    .option('--last-failed', 'run only the workflows that failed in the last run in this folder')
    .option('--shard <part/parts>', 'run one shard, such as 2/4; combine the reports with merge', parseShard)
    .option(
      '--verbose',
      'print a line for every workflow and every failed step in full, and list the skipped workflows',
    )
    .option(
      '--report <kind=path>',
      'write a report: json, junit, sarif or html to a file, har to a folder, or github (repeatable)',
      collectReport,
    )
    .option('--record <name>', 'store requests and responses without secrets in fixtures/recordings/<name>')
    .option(
      '--consumers <folder>',
      'report which consumers break, as recorded by understudy learn consumer; [file...] are the descriptions of the provider',
    )
    .action((files: string[], flags: RunFlags) =>
      runInterruptibly((interruption) => {
        if (flags.dryRun === true) return plan(files, flags);
        if (flags.consumers !== undefined)
          return runConsumers(files, { ...flags, consumers: flags.consumers }, interruption);
        return run(files, flags, interruption);
      }),
    );
}

async function run(scenarioFiles: string[], flags: RunFlags, interruption: Interruption): Promise<void> {
  if (flags.record !== undefined && flags.shard !== undefined) {
    throw new UsageError('--record needs a full run and cannot be combined with --shard');
  }
  if (flags.record !== undefined) checkRecordingName(flags.record);
  const named = scenarioFiles.length > 0 ? scenarioFiles : await listRecordedFiles(flags.target);
  const known = await loadConfiguredApis(flags.config);
  const loaded = await loadWorkspace(named, known, viewForTarget(flags.target));
  const overlays = await readOverlays(flags.overlays, loaded.contracts.keys());
  const workspace = { ...loaded, contracts: applyOverlays(loaded.contracts, overlays) };
  checkFilter(workspace.files, readSelection(flags));
  const workflows = flags.lastFailed === true ? await readLastFailed() : undefined;
  if (workflows?.length === 0) {
    console.error('No workflow failed in the last run. There is nothing to run.');
    return;
  }
  const opened = await openTarget(flags.target, {
    ...flags,
    contracts: workspace.contracts,
    apis: workspace.apis,
    overlays,
    model: await modelsFor(flags, workspace),
  });
  try {
    const recorder = flags.record === undefined ? undefined : createRecordingTarget(opened.target, opened.secrets);
    const result = await runOn(
      { ...opened, target: recorder?.target ?? opened.target },
      workspace,
      { ...flags, workflows, picked: named.length > 0 },
      interruption,
    );
    await storeFailed(result);
    if (recorder !== undefined && flags.record !== undefined) {
      const { tag: tags, api: apis, claim: claims, randomSeed: seed, bail, retries, input: inputs } = flags;
      const recording = recorder.recording(
        result,
        { files: named, tags, apis, claims, seed, bail, retries, inputs, allowEffects: opened.allowedEffects },
        changedDescriptions(opened.contracts, loaded.contracts),
      );
      console.error(`Recorded to ${await writeRecording(flags.record, recording)}`);
    }
    const input = { ...workspace, contracts: opened.contracts, result, root: process.cwd() };
    if (flags.json === true) process.stdout.write(escapeControlCharacters(formatJsonReport(result)));
    await writeReports(flags.report ?? [], input);
    process.exitCode = result.exitCode;
  } finally {
    await opened.close();
  }
}

/** Reads behavior models for the simulators in this process. @throws UsageError for any other target */
async function modelsFor(
  { model, target, config }: RunFlags,
  { apis: known }: Pick<ScenarioWorkspace, 'apis'>,
): Promise<ModelsByApi> {
  if (target !== 'in-process') {
    if (model === undefined) return {};
    throw new UsageError('--model changes the simulators, so it needs --target in-process');
  }
  const apis = [...known.values()];
  return await readModels([...(await readConfiguredModels(config, { known, chosen: apis })), ...(model ?? [])], apis);
}

/**
 * Compares the parts of an API that each consumer uses with the provider's descriptions. If there is a target, also
 * runs each consumer's scenario there, and validates only the parts of responses that the consumer uses.
 */
async function runConsumers(
  names: readonly string[],
  flags: RunFlags & { readonly consumers: string },
  interruption: Interruption,
): Promise<void> {
  const { known } = await chooseApis(names, await loadConfiguredApis(flags.config));
  const consumers = await loadConsumers(flags.consumers);
  const loaded = await loadWorkspace(
    flags.target === 'in-process' ? [] : consumers.map(({ scenario }) => scenario),
    known,
    viewForTarget(flags.target),
  );
  const contracts = applyOverlays(loaded.contracts, await readOverlays(flags.overlays, loaded.contracts.keys()));
  const problems = new Map<string, string[]>();
  if (flags.target === 'in-process') {
    for (const consumer of consumers) problems.set(consumer.name, findBreakage(consumer, contracts));
  } else {
    const model = await modelsFor(flags, { apis: known });
    const { overlays: _applied, ...others } = flags;
    const opened = await openTarget(flags.target, { ...others, contracts, apis: known, model });
    try {
      for (const consumer of consumers) {
        const used = { ...opened, contracts: new Map([...opened.contracts, ...consumer.contracts]) };
        const files = loaded.files.filter(({ file }) => resolve(file) === resolve(consumer.scenario));
        const result = await runOn(
          used,
          { ...loaded, files },
          { ...flags, picked: true, workflows: undefined },
          interruption,
        );
        problems.set(consumer.name, findBreakage(consumer, contracts, result));
        if (result.unreachable !== undefined) {
          process.exitCode = exitCodes.unreachable;
          return;
        }
      }
    } finally {
      await opened.close();
    }
  }
  const isBroken = reportConsumers(problems, (line) => console.log(escapeControlCharacters(line)));
  process.exitCode = isBroken ? exitCodes.findings : exitCodes.clean;
}

async function runOn(
  opened: OpenTarget,
  { ledger, files }: ScenarioWorkspace,
  flags: RunFlags & Pick<WorkflowFilter, 'workflows'> & { readonly picked: boolean },
  interruption: Interruption,
): Promise<RunResult> {
  const { contracts, secrets, allowedEffects, runId, recorded } = opened;
  const asked = recorded?.options;
  // Standard output is reserved for the JSON report.
  const stream = flags.json === true ? process.stderr : process.stdout;
  interruption.guard(opened);
  const report = createTerminalReport({
    write: (line) => stream.write(`${line}\n`),
    color: shouldUseColor(stream, process.env),
    verbose: flags.verbose,
  });
  return await runScenarios({
    files,
    picked: flags.picked,
    contracts,
    ledger,
    target: opened.target,
    secrets,
    runId,
    signal: interruption.signal,
    onEvent: report,
    tags: flags.tag ?? asked?.tags,
    apis: flags.api ?? asked?.apis,
    claims: flags.claim ?? asked?.claims,
    bail: flags.bail ?? asked?.bail,
    jobs: flags.jobs ?? recorded?.jobs,
    seed: flags.randomSeed ?? asked?.seed,
    retries: flags.retries ?? asked?.retries,
    shard: flags.shard,
    workflows: flags.workflows,
    inputs: flags.input ?? asked?.inputs,
    allowEffects: allowedEffects,
  });
}

function changedDescriptions(
  there: ReadonlyMap<string, ApiContract>,
  here: ReadonlyMap<string, ApiContract>,
): Record<string, OpenApiDocument> {
  const changed = [...there].filter(([api, contract]) => here.get(api) !== contract);
  return Object.fromEntries(changed.map(([api, { document }]) => [api, document]));
}
