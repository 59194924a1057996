import { watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { wallClock } from '@understudy/conformance';

/** How long after a change others of the same save are waited for, in milliseconds. */
const settles = 150;

/** Files that are watched. */
export interface WatchedFiles {
  /**
   * Waits until one of them changes, or has changed since the last call, and what belongs to the same save with it.
   *
   * @param signal ends the wait early
   * @returns the files, as they were given; none when the wait was ended
   */
  changed(signal: AbortSignal): Promise<string[]>;
  close(): void;
}

/** Watches files; those that editors replace to save them are noticed too. */
export function watchFiles(files: readonly string[]): WatchedFiles {
  const names = new Map(files.map((file) => [resolve(file), file]));
  const changed = new Set<string>();
  let wake = (): void => {};
  const watchers = [...new Set([...names.keys()].map((path) => dirname(path)))].map((folder) =>
    watch(folder, (_event, name) => {
      const file = names.get(resolve(folder, String(name)));
      if (file !== undefined) changed.add(file);
      if (file !== undefined) wake();
    }),
  );
  return {
    async changed(signal) {
      await new Promise<void>((done) => {
        wake = done;
        signal.addEventListener('abort', () => done(), { once: true });
        if (signal.aborted || changed.size > 0) done();
      });
      await wallClock.sleep(settles, signal);
      const list = [...changed];
      changed.clear();
      return signal.aborted ? [] : list;
    },
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
