import { existsSync, watch } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
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
  /** Stops watching. @returns the files that changed since the last call of `changed` */
  close(): string[];
}

/**
 * Watches files by their folders, so that a file can be deleted and come back.
 *
 * @param earlier files that have changed already
 */
export function watchFiles(files: readonly string[], earlier: readonly string[] = []): WatchedFiles {
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
