import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Finding, loadYaml, referenceError } from '@understudy/contract';
import type { Api } from '@understudy/kernel';
import { isDescription, loadApi, refFolders } from '../apis/load-api.js';
import { packagesNamedIn } from '../config/configured-apis.js';
import { watchFiles } from './watch-files.js';

/** How to reload a changed description. */
export interface ReloadingDescription {
  /** Replaces the served version of the API. */
  replace(api: Api): Promise<void>;
  /** Called with a line about each reload or its error. */
  tell(line: string): void;
  /** Called for unsupported parts of the new version. */
  warn?(finding: Finding): void;
  /** Stops watching. */
  readonly signal: AbortSignal;
}

/** The descriptions among the named APIs, or in the configuration if none are named. */
export async function watchedDescriptions(names: readonly string[], config: string): Promise<string[]> {
  const named = names.filter(isDescription);
  if (names.length > 0 || !existsSync(config)) return named.map((file) => resolve(file));
  return packagesNamedIn(await loadYaml(config))
    .filter(isDescription)
    .map((file) => resolve(dirname(config), file));
}

/**
 * Reloads an API when its description or a referenced file changes. An invalid version is reported and ignored.
 *
 * @param file path of the description
 */
export async function reloadDescription(file: string, reloading: ReloadingDescription): Promise<void> {
  const { replace, tell, warn, signal } = reloading;
  let watched = filesOf(file);
  let files = watchFiles(watched);
  try {
    while ((await files.changed(signal)).length > 0) {
      try {
        await replace(await loadApi(file, process.cwd(), warn));
        tell(`Reloaded ${file}.`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        tell(`${file} changed but cannot be loaded; still serving the previous version: ${why}`);
      }
      const now = filesOf(file);
      if (now.join() === watched.join()) continue;
      files.close();
      watched = now;
      files = watchFiles(watched);
    }
  } finally {
    files.close();
  }
}

/** A description and all files that it references. */
function filesOf(file: string, root = file, seen = new Set<string>()): string[] {
  const refusal = file === root ? undefined : referenceError(file, { file: root, folders: refFolders });
  if (seen.has(file) || !existsSync(file) || refusal !== undefined) return [...seen];
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/\$ref['"]?\s*:\s*['"]?([^#'"\s{}]+\.(?:ya?ml|json))/g)) {
    if (!/^[a-z][a-z0-9+.-]*:/i.test(path)) filesOf(resolve(dirname(file), path), root, seen);
  }
  return [...seen];
}
