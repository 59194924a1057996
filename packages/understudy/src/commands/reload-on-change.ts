import { existsSync, readFileSync, watch } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { ContractError, checkReference, type Finding, loadYaml } from '@understudy/contract';
import type { ApiDefinition } from '@understudy/kernel';
import { sleepRealTime } from '@understudy/kernel/serving';
import { isSnapshotFile } from '@understudy/server';
import {
  allowedRefFolders,
  apiSources,
  brokenReferences,
  isDescriptionFile,
  loadDescribedApi,
} from '../apis/load-api.js';
import { listConfiguredPackages } from '../config/configured-apis.js';
import type { Control } from '../control/control.js';
import type { CorrectionsByApi } from '../corrected-apis.js';
import { readSeedFile } from '../seeds.js';
import type { RunningSimulators } from '../start-simulators.js';
import { toMessage } from '../usage-error.js';

/** Milliseconds to wait for further changes from the same save. */
const settles = 150;

interface WatchedFiles {
  /**
   * Waits until files change, or returns those that changed since the last call.
   *
   * @param signal stops waiting
   * @returns the changed files as given, or an empty list when stopped
   */
  changed(signal: AbortSignal): Promise<string[]>;
  /** Stops watching. @returns the files that changed since the last call of `changed` */
  close(): string[];
}

/**
 * Watches the folders of files, so that a file can be deleted and created again.
 *
 * @param earlier files that have already changed
 */
function watchFiles(files: readonly string[], earlier: readonly string[] = []): WatchedFiles {
  const names = new Map(files.map((file) => [resolve(file), file]));
  const changed = new Set(earlier.filter((file) => files.includes(file)));
  let wake = (): void => {};
  const watchers = [...new Set([...names.keys()].map((path) => findFolder(dirname(path))))].map((folder) =>
    watch(folder, (_event, name) => {
      const path = resolve(folder, String(name));
      const found = [...names].filter(([each]) => each === path || each.startsWith(`${path}${sep}`));
      for (const [, file] of found) changed.add(file);
      if (found.length > 0) wake();
    }),
  );
  return {
    async changed(signal) {
      await new Promise<void>((done) => {
        wake = () => {
          signal.removeEventListener('abort', wake);
          done();
        };
        signal.addEventListener('abort', wake);
        if (signal.aborted || changed.size > 0) wake();
      });
      await sleepRealTime(settles, signal);
      const list = [...changed];
      changed.clear();
      return signal.aborted ? [] : list;
    },
    close() {
      for (const watcher of watchers) watcher.close();
      return [...changed];
    },
  };
}

/** Returns a folder, or the nearest one above it that exists. */
function findFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : findFolder(dirname(folder));
}

export interface WatchOptions {
  readonly seed?: string | undefined;
  readonly descriptions?: readonly string[];
  /** Files with Overlays and behavior models. */
  readonly corrections?: readonly string[];
  readCorrections(): Promise<Required<CorrectionsByApi>>;
  readonly apis: readonly ApiDefinition[];
  readonly simulators: Pick<RunningSimulators, 'control' | 'replace'>;
  tell(line: string): void;
  warn?(finding: Finding): void;
  readonly signal: AbortSignal;
}

/** Lists the descriptions among the named APIs, or those in the configuration if no APIs are named. */
export async function listWatchedDescriptions(names: readonly string[], config: string): Promise<string[]> {
  const named = names.filter(isDescriptionFile);
  if (names.length > 0 || !existsSync(config)) return named.map((file) => resolve(file));
  return listConfiguredPackages(await loadYaml(config))
    .filter(isDescriptionFile)
    .map((file) => resolve(dirname(config), file));
}

/** Reloads changed files. Invalid files are reported and ignored. */
export async function reloadOnChange(followed: WatchOptions): Promise<void> {
  const { seed, descriptions = [], corrections = [], readCorrections, apis, simulators, warn } = followed;
  const served = new Map(apis.map((api) => [api.name, api]));
  const replace: RunningSimulators['replace'] = async (api, given) => {
    await simulators.replace(api, given);
    served.set(api.name, api);
  };
  let before = corrections.length === 0 ? Promise.resolve({ overlays: {}, model: {} }) : readCorrections();
  const reloadCorrections = async () => {
    const [old, now] = [await before, await readCorrections()];
    const corrected = [old.overlays, now.overlays, old.model, now.model];
    const changed = [...served.values()].filter(({ name }) => corrected.some((byApi) => Object.hasOwn(byApi, name)));
    for (const api of changed) await replace(api, now);
    before = Promise.resolve(now);
  };
  await Promise.all([
    ...(seed === undefined
      ? []
      : [
          follow(
            () => [seed],
            () => loadSeed(seed, simulators.control),
            followed,
          ),
        ]),
    ...descriptions.map((file) => {
      const find = () => [...served.values()].find((api) => apiSources.get(api) === resolve(file));
      return follow(
        () => filesOf(file),
        async () => replace(await loadAgain(file, find(), warn)),
        followed,
      );
    }),
    ...(corrections.length === 0 ? [] : [follow(() => corrections, reloadCorrections, followed)]),
  ]);
}

/**
 * Loads a description to replace the served API. References that worked before must still work, because a file is
 * incomplete while it is being saved. A changed title does not rename the API.
 */
async function loadAgain(file: string, served: ApiDefinition | undefined, warn: WatchOptions['warn']) {
  const findings: Finding[] = [];
  const api = await loadDescribedApi(file, (finding) => findings.push(finding), served?.name);
  const before = served === undefined ? undefined : brokenReferences.get(served);
  const now = brokenReferences.get(api) ?? new Set();
  const lost = findings.filter(({ message }) => now.has(message) && before?.has(message) === false);
  if (lost.length > 0) throw new ContractError(lost);
  for (const finding of findings) warn?.(finding);
  return api;
}

/** Calls the loader whenever one of the files changes. */
async function follow(
  files: () => readonly string[],
  load: () => Promise<void>,
  { tell, signal }: Pick<WatchOptions, 'tell' | 'signal'>,
): Promise<void> {
  let names = files();
  let watched = watchFiles(names);
  try {
    for (;;) {
      const changed = (await watched.changed(signal)).join(', ');
      if (changed === '') return;
      await load().then(
        () => tell(`Reloaded ${changed}.`),
        (error) =>
          tell(`${changed} changed but cannot be loaded. Still using the previous version: ${toMessage(error)}`),
      );
      const now = files();
      if (now.join() === names.join()) continue;
      const earlier = watched;
      names = now;
      watched = watchFiles(names, earlier.close());
    }
  } finally {
    watched.close();
  }
}

async function loadSeed(file: string, control: Control): Promise<void> {
  const name = 'reloaded-seed';
  const data = await readSeedFile(file);
  if (!isSnapshotFile(data)) {
    await control.seed({ data: { ...data } });
    return;
  }
  await control.snapshots.put(name, data);
  await control.snapshots.restore(name);
  await control.snapshots.delete(name);
}

/** Lists a description file and all files that it references, including missing ones. */
function filesOf(file: string, root = file, seen = new Set<string>()): string[] {
  const isThere = existsSync(file);
  const refusal =
    file === root || !isThere ? undefined : checkReference(file, { file: root, folders: allowedRefFolders });
  if (seen.has(file) || refusal !== undefined) return [...seen];
  seen.add(file);
  if (!isThere) return [...seen];
  const text = readFileSync(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/\$ref['"]?\s*:\s*['"]?([^#'"\s{}]+\.(?:ya?ml|json))/g)) {
    if (!/^[a-z][a-z0-9+.-]*:/i.test(path)) filesOf(resolve(dirname(file), path), root, seen);
  }
  return [...seen];
}
