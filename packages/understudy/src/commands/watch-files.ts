import { watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { sleepRealTime } from '@understudy/kernel/serving';

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
  close(): void;
}

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
      await sleepRealTime(settles, signal);
      const list = [...changed];
      changed.clear();
      return signal.aborted ? [] : list;
    },
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
