import { isSnapshotFile } from '@understudy/kernel';
import type { Control } from '../control/control.js';
import { readSeedFile } from '../seeds.js';
import { watchFiles } from './watch-files.js';

const passing = 'reloaded-seed';

/** What happens when a seed file changes. */
export interface Reloading {
  /** Of the sandbox that begins with it. */
  readonly control: Control;
  /** Called with a line about what was loaded, and of what is wrong with what could not be. */
  tell(line: string): void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Loads a seed file, or a snapshot file, into a sandbox whenever it changes. What cannot be read leaves the sandbox as it
 * was, until the file is mended.
 *
 * @param file its path
 */
export async function reloadSeed(file: string, { control, tell, signal }: Reloading): Promise<void> {
  const files = watchFiles([file]);
  try {
    while ((await files.changed(signal)).length > 0) {
      try {
        await load(file, control);
        tell(`Loaded ${file} again.`);
      } catch (error) {
        tell(`${file} has changed, but is left aside: it ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    files.close();
  }
}

async function load(file: string, control: Control): Promise<void> {
  const data = await readSeedFile(file);
  if (!isSnapshotFile(data)) {
    await control.seed({ data: { ...data } });
    return;
  }
  await control.snapshots.put(passing, data);
  await control.snapshots.restore(passing);
  await control.snapshots.delete(passing);
}
