import { isSnapshotFile } from '@understudy/kernel';
import type { Control } from '../control/control.js';
import { readSeedFile } from '../seeds.js';
import { watchFiles } from './watch-files.js';

const passing = 'reloaded-seed';

/** How to reload a changed seed file. */
export interface Reloading {
  /** Of the sandbox that uses the seed. */
  readonly control: Control;
  /** Called with a line about each reload or its error. */
  tell(line: string): void;
  /** Stops watching. */
  readonly signal: AbortSignal;
}

/**
 * Loads a seed or snapshot file into a sandbox whenever it changes. An invalid file is reported and ignored.
 *
 * @param file its path
 */
export async function reloadSeed(file: string, { control, tell, signal }: Reloading): Promise<void> {
  const files = watchFiles([file]);
  try {
    while ((await files.changed(signal)).length > 0) {
      try {
        await load(file, control);
        tell(`Reloaded ${file}.`);
      } catch (error) {
        tell(`${file} changed but was not loaded: it ${error instanceof Error ? error.message : String(error)}`);
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
