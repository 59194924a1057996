import type { Api } from '@understudy/kernel';
import { watchFiles } from './watch-files.js';

/** What happens when an Overlay changes. */
export interface ReloadingOverlays {
  /** Reads all of them, by API. */
  read(): Promise<Record<string, unknown>>;
  /** The APIs as they are served now. */
  apis(): Iterable<Api>;
  /** Serves an API with the Overlays that there are from now on. */
  replace(api: Api, overlays: Readonly<Record<string, unknown>>): Promise<void>;
  /** Called with a line about what is served again, and of what is wrong with what cannot be. */
  tell(line: string): void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Serves APIs again whenever an Overlay for them changes. One that is broken is reported, and the one before continues.
 *
 * @param paths paths of files with Overlays
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
        tell(`${changed} has changed, and what it is for is served as it is now.`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        tell(`${changed} has changed, but what was served before goes on: ${why}`);
      }
    }
  } finally {
    files.close();
  }
}
