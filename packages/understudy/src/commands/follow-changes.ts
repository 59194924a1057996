import type { Finding } from '@understudy/contract';
import type { Api } from '@understudy/kernel';
import type { RunningSimulators } from '../start-simulators.js';
import { reloadDescription } from './reload-description.js';
import { reloadOverlays } from './reload-overlays.js';
import { reloadSeed } from './reload-seed.js';

/** The files that `--watch` follows, and their handlers. */
export interface Followed {
  /** Path of the seed file, if the server started with one. */
  readonly seed: string | undefined;
  /** Paths of descriptions. */
  readonly descriptions: readonly string[];
  /** Paths of files with Overlays. */
  readonly overlays: readonly string[];
  /** Reads all Overlays by API. */
  readOverlays(): Promise<Record<string, unknown>>;
  /** The APIs served at startup. */
  readonly apis: readonly Api[];
  readonly simulators: Pick<RunningSimulators, 'control' | 'replace'>;
  /** Called for unsupported parts of a new description. */
  warn(finding: Finding): void;
  /** Stops watching. */
  readonly signal: AbortSignal;
}

/** Reloads changed files and reports on standard error, because a program may read standard output. */
export async function followChanges(followed: Followed): Promise<void> {
  const { seed, descriptions, overlays, readOverlays, apis, simulators, warn, signal } = followed;
  const { control } = simulators;
  const tell = console.error;
  const served = new Map(apis.map((api) => [api.name, api]));
  const replace: RunningSimulators['replace'] = async (api, overlaysByApi) => {
    await simulators.replace(api, overlaysByApi);
    served.set(api.name, api);
  };
  const reading = { read: readOverlays, apis: () => served.values(), replace, tell, signal };
  await Promise.all([
    ...(seed === undefined ? [] : [reloadSeed(seed, { control, tell, signal })]),
    ...descriptions.map((file) => reloadDescription(file, { replace, tell, warn, signal })),
    ...(overlays.length === 0 ? [] : [reloadOverlays(overlays, reading)]),
  ]);
}
