import { createReplayTarget } from '@understudy/conformance';
import { createContract } from '@understudy/contract';
import { readRecording } from './recordings.js';
import type { OpenTarget, TargetChoice } from './target-choice.js';
import { loadContracts } from './workspace.js';

export async function openRecording(name: string, choice: TargetChoice = {}): Promise<OpenTarget> {
  const recording = await readRecording(name);
  const contracts = choice.contracts ?? (await loadContracts());
  const { target, close } = await createReplayTarget(name, recording);
  const { options, runId, descriptions } = recording.facts;
  const changed = Object.entries(descriptions).map(([api, document]) => [api, createContract(api, document)] as const);
  return {
    target,
    contracts: new Map([...contracts, ...changed]),
    secrets: recording.facts.secrets,
    allowedEffects: options.allowEffects ?? ['read'],
    ...(runId === undefined ? {} : { runId }),
    recorded: recording.facts,
    close: async () => close(),
  };
}
