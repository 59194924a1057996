import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  type Effect,
  effectNames,
  httpTarget,
  inProcessTarget,
  type RecordingFacts,
  type Target,
  wallClock,
} from '@understudy/conformance';
import type { ApiContract } from '@understudy/contract';
import { type Apis, apisThatComeAlong } from './apis/apis.js';
import { defaultConfigFile, loadConfig } from './config/load-config.js';
import { openEnvironment } from './config/open-environment.js';
import { type Overlays, oneForEach } from './overlays.js';
import { startSimulators } from './start-simulators.js';
import { loadContracts } from './workspace.js';
import { WrongUse } from './wrong-use.js';

/** A target and what ends it. */
export interface OpenTarget {
  readonly target: Target;
  /** The descriptions that hold there. */
  readonly contracts: Map<string, ApiContract>;
  /** Values that must appear in no report. */
  readonly secrets: string[];
  readonly allowedEffects: readonly Effect[];
  /** What everything made there is named by; only on an environment that is configured. */
  readonly runId?: string;
  /** The credentials of an API, by the names of the inputs that they are for, and the scope of its tokens; of an environment. */
  credentialsOf?(api: string): Readonly<Record<string, string>>;
  /** Seconds that an interrupted run may clean up. */
  readonly cleanupTimeout?: number;
  /** Of a recording: what was asked for then. */
  readonly recorded?: RecordingFacts;
  close(): Promise<void>;
}

/** How a target is opened. */
export interface TargetChoice {
  /** The descriptions before overlays; loaded when absent. */
  contracts?: Map<string, ApiContract>;
  /** The APIs that there are; those that come along when absent. */
  apis?: Apis;
  /** The configuration file; `understudy.config.yaml` unless given. */
  config?: string | undefined;
  allowEffects?: readonly Effect[] | undefined;
  /** Those that `contracts` have; simulators in process get them too. */
  overlays?: Overlays | undefined;
  /** For what sends nothing: no credentials are asked for. */
  dry?: boolean;
}

/** What `--target` takes. */
export const targetForms =
  'in-process, the URL of a server, recording:<name>, or the name of a target in understudy.config.yaml';

/**
 * The target named on the command line: `in-process`, the URL of a server, or a name of the configuration file.
 *
 * @throws WrongUse when it is none of these
 */
export async function openTarget(name: string, choice: TargetChoice = {}): Promise<OpenTarget> {
  const { apis = apisThatComeAlong } = choice;
  const contracts = choice.contracts ?? (await loadContracts(apis));
  const common = { contracts, secrets: [], allowedEffects: choice.allowEffects ?? [] };
  if (name === 'in-process') {
    if (choice.dry === true) return { ...common, target: dryTarget(), close: async () => {} };
    const simulators = await startSimulators({
      apis: [...apis.values()],
      overlays: oneForEach(choice.overlays ?? new Map()),
      onDefect: ({ what, error }) =>
        console.error(`defect in ${what}:`, error instanceof Error ? error.message : error),
    });
    return { ...common, target: inProcessTarget(simulators), close: () => simulators.close() };
  }
  if (name.startsWith('recording:')) {
    const { openRecording } = await import('./open-recording.js');
    return await openRecording(name.slice('recording:'.length), { ...choice, contracts });
  }
  if (/^https?:/i.test(name) && URL.canParse(name)) {
    return {
      ...common,
      target: httpTarget(name, { mayChange: common.allowedEffects.some((effect) => effect !== 'read') }),
      close: async () => {},
    };
  }
  return await openConfigured(name, contracts, choice);
}

async function openConfigured(
  name: string,
  contracts: Map<string, ApiContract>,
  { config = defaultConfigFile, apis = apisThatComeAlong, allowEffects = [], dry = false }: TargetChoice,
): Promise<OpenTarget> {
  if (!existsSync(config)) {
    throw new WrongUse(
      `Target "${name}" is neither in-process nor a URL such as http://127.0.0.1:4010, and there is no ${config} that could name it`,
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
  });
  const asked = effectNames.filter((effect) => allowEffects.includes(effect));
  const refused = asked.filter((effect) => !environment.allowedEffects.includes(effect));
  if (refused.length > 0) {
    console.error(
      `The target ${name} does not allow ${refused.join(', ')}; what does that is skipped (allowedEffects in ${config}).`,
    );
  }
  return { ...environment, runId, close: async () => {} };
}

/** Short, in lower case, and different for every run: seconds of the clock and two drawn bytes. */
function newRunId(): string {
  return `u${Math.floor(wallClock.now() / 1000).toString(36)}${randomBytes(2).toString('hex')}`;
}

/** Stands for the simulators where nothing is sent. */
function dryTarget(): Target {
  return { ...inProcessTarget({ url: 'http://understudy.local', fetch: () => Promise.reject(new Error('dry')) }) };
}
