import { existsSync } from 'node:fs';
import {
  completeRunResult,
  exitCodes,
  judgeAgain,
  type OperationEffect,
  type RunResult,
  runForComparison,
  runScenarios,
} from '@understudy/conformance';
import type { ApiContract } from '@understudy/contract';
import type { Interruption } from './commands/interruption.js';
import { readJsonFile } from './commands/write-output.js';
import type { SettingsPatch } from './control/control.js';
import { openTarget } from './open-target.js';
import type { OverlaysByApi } from './overlays.js';
import { UsageError } from './usage-error.js';
import type { ScenarioWorkspace } from './workspace.js';

interface RunChoice {
  readonly workspace: ScenarioWorkspace;
  readonly interruption?: Interruption;
  readonly config?: string | undefined;
  readonly overlays?: OverlaysByApi;
  readonly settings?: SettingsPatch;
  readonly workflows?: readonly string[];
  /** Reruns workflows that stopped early, so that one difference cannot hide another. */
  readonly unmask?: boolean;
  readonly apis?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly claims?: readonly string[] | undefined;
  readonly inputs?: Readonly<Record<string, string>> | undefined;
  readonly allowEffects?: readonly OperationEffect[] | undefined;
}

/**
 * Reads a JSON report, or runs the scenarios on a target.
 *
 * @throws the abort reason if the run was interrupted
 */
export async function loadRunResult(name: string, choice: RunChoice): Promise<RunResult> {
  return name.endsWith('.json') || existsSync(name)
    ? await readReport(name, choice.workspace)
    : await runNow(name, choice);
}

/** Reads a JSON report. @throws UsageError for another file */
export async function readReport(file: string, { contracts, ledger }: ScenarioWorkspace): Promise<RunResult> {
  const value = await readJsonFile(file);
  // Violations and causes depend on the local descriptions and ledger.
  if (isReport(value))
    return completeRunResult({ ...value, workflows: judgeAgain(value.workflows, contracts) }, { contracts, ledger });
  throw new UsageError(
    `${file} is not a JSON report with schemaVersion 3. Create one with test run --report json=${file}`,
  );
}

/** Returns whether a file is a JSON report rather than a recording. */
export async function isReportFile(file: string): Promise<boolean> {
  return file.endsWith('.json') && isReport(await readJsonFile(file));
}

function isReport(value: unknown): value is RunResult {
  if (typeof value !== 'object' || value === null) return false;
  const { schemaVersion, workflows, target }: Partial<Record<keyof RunResult, unknown>> = value;
  return schemaVersion === 3 && Array.isArray(workflows) && typeof target === 'string';
}

async function runNow(name: string, choice: RunChoice): Promise<RunResult> {
  const { workspace, config, allowEffects, interruption } = choice;
  // Omit the environment's Overlays, because they would hide its differences.
  const contracts: Map<string, ApiContract> = workspace.contracts;
  const { overlays, settings, workflows } = choice;
  const opened = await openTarget(name, { contracts, apis: workspace.apis, config, allowEffects, overlays, settings });
  process.stderr.write(`Running the scenarios on ${opened.target.name}\n`);
  try {
    interruption?.guard(opened);
    const run = choice.unmask === true ? runForComparison : runScenarios;
    const result = await run({
      files: workspace.files,
      contracts,
      ledger: workspace.ledger,
      target: opened.target,
      secrets: opened.secrets,
      runId: opened.runId,
      workflows,
      apis: choice.apis ?? opened.recorded?.options.apis,
      tags: choice.tags ?? opened.recorded?.options.tags,
      claims: choice.claims ?? opened.recorded?.options.claims,
      inputs: choice.inputs ?? opened.recorded?.options.inputs,
      allowEffects: opened.allowedEffects,
      signal: interruption?.signal,
    });
    if (result.interrupted === true) tellLeftovers(result);
    interruption?.signal.throwIfAborted();
    return result;
  } finally {
    await opened.close();
  }
}

function tellLeftovers({ workflows, target, exitCode }: RunResult): void {
  if (exitCode !== exitCodes.cleanupIncomplete) return;
  const left = workflows.flatMap(({ workflowId, cleanupIncomplete }) =>
    cleanupIncomplete === undefined ? [] : [`  ${workflowId}: ${cleanupIncomplete}`],
  );
  process.stderr.write([`Not cleaned up on ${target}:`, ...left].join('\n').concat('\n'));
  process.exitCode = exitCode;
}
