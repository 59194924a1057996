import type { Api } from '@understudy/kernel';
import { watchFiles } from './watch-files.js';

/** How to reload a changed Overlay. */
export interface ReloadingOverlays {
  /** Reads all Overlays by API. */
  read(): Promise<Record<string, unknown>>;
  /** The APIs currently served. */
  apis(): Iterable<Api>;
  /** Serves an API with the new Overlays. */
  replace(api: Api, overlays: Readonly<Record<string, unknown>>): Promise<void>;
  /** Called with a line about each reload or its error. */
  tell(line: string): void;
  /** Stops watching. */
  readonly signal: AbortSignal;
}

/**
 * Reloads APIs when one of their Overlays changes. An invalid Overlay is reported and ignored.
 *
 * @param paths of the Overlay files
 */
export async function reloadOverlays(paths: readonly string[], reloading: ReloadingOverlays): Promise<void> {
  const { read, apis, replace, tell, signal } = reloading;
  const files = watchFiles(paths);
  let before = await read();
  try {
    for (;;) {
      const changed = (await files.changed(signal)).join(', ');
      if (changed === '') return;
      try {
        const now = await read();
        const isMeant = ({ name }: Api) => Object.hasOwn(now, name) || Object.hasOwn(before, name);
        for (const api of [...apis()].filter(isMeant)) await replace(api, now);
        before = now;
        tell(`Reloaded ${changed}.`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        tell(`${changed} changed but cannot be loaded; still serving the previous version: ${why}`);
      }
    }
  } finally {
    files.close();
  }
}
