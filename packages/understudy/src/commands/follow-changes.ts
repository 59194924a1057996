import type { Finding } from '@understudy/contract';
import type { Api } from '@understudy/kernel';
import type { RunningSimulators } from '../start-simulators.js';
import { reloadDescription } from './reload-description.js';
import { reloadOverlays } from './reload-overlays.js';
import { reloadSeed } from './reload-seed.js';

/** What `--watch` follows. */
export interface Followed {
  /** Path of a seed file, where the server began with one. */
  readonly seed: string | undefined;
  /** Paths of descriptions. */
  readonly descriptions: readonly string[];
  /** Paths of files with Overlays. */
  readonly overlays: readonly string[];
  /** Reads them all, by API. */
  readOverlays(): Promise<Record<string, unknown>>;
  /** What is served at first. */
  readonly apis: readonly Api[];
  readonly simulators: Pick<RunningSimulators, 'control' | 'replace'>;
  /** Called with what cannot be honoured of a new description. */
  warn(finding: Finding): void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Loads again what changes while a server runs, and says so on standard error: standard output may be for a program. */
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
