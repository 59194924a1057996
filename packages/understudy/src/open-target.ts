import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createHttpTarget, createInProcessTarget, effectNames, type Target, wallClock } from '@understudy/conformance';
import type { ApiContract } from '@understudy/contract';
import { builtInApis } from './apis/apis.js';
import { findConfigFile } from './config/config.js';
import { loadConfig } from './config/load-config.js';
import { openEnvironment } from './config/open-environment.js';
import { mergeOverlays } from './overlays.js';
import { startSimulators } from './start-simulators.js';
import type { OpenTarget, TargetChoice } from './target-choice.js';
import { UsageError } from './usage-error.js';
import { loadContracts } from './workspace.js';

/** The values of `--target`. */
export const targetHelp =
  'in-process, the URL of a server, recording:<name>, or the name of a target in understudy.config.yaml';

export async function openTarget(name: string, choice: TargetChoice = {}): Promise<OpenTarget> {
  const { apis = builtInApis } = choice;
  const contracts = choice.contracts ?? (await loadContracts(apis));
  const isConfigured = name !== 'in-process' && !/^(https?|recording):/i.test(name);
  if (!isConfigured && (choice.receiver ?? choice.wait) !== undefined) {
    throw new UsageError('--receiver and --wait need a target of the configuration file');
  }
  const common = { contracts, secrets: [], allowedEffects: choice.allowEffects ?? [] };
  if (name === 'in-process') {
    if (choice.dry === true) return { ...common, target: dryTarget(), close: async () => {} };
    const simulators = await startSimulators({
      apis: [...apis.values()],
      overlays: mergeOverlays(choice.overlays ?? new Map()),
      model: choice.model ?? {},
      settings: choice.settings ?? {},
      onDefect: ({ what, error }) =>
        console.error(`defect in ${what}:`, error instanceof Error ? error.message : error),
    });
    return { ...common, target: createInProcessTarget(simulators), close: () => simulators.close() };
  }
  if (name.startsWith('recording:')) {
    const { openRecording } = await import('./recordings.js');
    return await openRecording(name.slice('recording:'.length), { ...choice, contracts });
  }
  if (/^https?:/i.test(name) && URL.canParse(name)) {
    return {
      ...common,
      target: createHttpTarget(name, { mayChange: common.allowedEffects.some((effect) => effect !== 'read') }),
      close: async () => {},
    };
  }
  return await openConfigured(name, contracts, choice);
}

async function openConfigured(
  name: string,
  contracts: Map<string, ApiContract>,
  { config = findConfigFile(), apis = builtInApis, allowEffects = [], dry = false, receiver, wait }: TargetChoice,
): Promise<OpenTarget> {
  if (!existsSync(config)) {
    throw new UsageError(
      `Target "${name}" is neither in-process nor a URL such as http://127.0.0.1:4010, and ${config} does not exist`,
    );
  }
  const runId = newRunId();
  const environment = await openEnvironment(await loadConfig(config, contracts.keys()), {
    file: config,
    name,
    contracts,
    apis,
    runId,
    allowEffects,
    variables: process.env,
    dry,
    receiver,
    wait,
  });
  const asked = effectNames.filter((effect) => allowEffects.includes(effect));
  const refused = asked.filter((effect) => !environment.allowedEffects.includes(effect));
  if (refused.length > 0) {
    console.error(
      `Target ${name} does not allow ${refused.join(', ')}. Workflows with these effects are skipped (allowedEffects in ${config}).`,
    );
  }
  return { ...environment, runId };
}

/** Returns a short unique id: the seconds of the clock and two random bytes. */
function newRunId(): string {
  return `u${Math.floor(wallClock.now() / 1000).toString(36)}${randomBytes(2).toString('hex')}`;
}

/** Returns a target for plans, which send nothing. */
function dryTarget(): Target {
  return {
    ...createInProcessTarget({ url: 'http://understudy.local', fetch: () => Promise.reject(new Error('dry')) }),
  };
}
