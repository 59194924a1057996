import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '@understudy/conformance';
import { parseDuration, type SandboxArchive } from '@understudy/kernel';
import { DataFolder, SharedDatabase } from '@understudy/persistence';
import { checkSnapshotFile, exportSandbox, importSandbox, offlineSandboxes } from '@understudy/server';
import { Control } from '../control/control.js';
import { sendOverHttp } from '../control-access.js';
import { isDatabaseUrl } from '../is-database.js';
import { failWith, UsageError } from '../usage-error.js';
import { reportControlErrors } from './report-control-errors.js';
import { loadSnapshot, takeSnapshot } from './snapshot.js';
import { readJsonFile, writeOutput } from './write-output.js';

/** A store of sandboxes: an offline folder, a database, or a running server. */
interface SandboxStore {
  names(): Promise<string[]>;
  /** Exports a sandbox. Returns undefined if it has been deleted. */
  export(name: string): Promise<unknown>;
  /** Imports a sandbox. @param timeToLive milliseconds; a running server applies its own */
  import(name: string, file: unknown, timeToLive: number): Promise<void>;
}

/** A data folder or database, or the URL of a running server. */
export type StoreLocation = { readonly data: string } | { readonly target: string };

/** Writes each sandbox to a file in a new folder. @throws UsageError if the folder contains files */
export async function backUp(folder: string, location: StoreLocation): Promise<void> {
  if ((await readdir(folder).catch(() => [])).length > 0)
    throw new UsageError(`${folder} is not empty; choose a new folder`);
  // An interrupted backup does not look like a complete one.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  let count = 0;
  await withStore(location, async (store) => {
    for (const name of await store.names()) {
      const snapshot = await store.export(name);
      if (snapshot === undefined) continue;
      await writeOutput(join(partial, `${name}.json`), `${JSON.stringify(snapshot)}\n`);
      count += 1;
    }
  });
  await mkdir(partial, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder).catch(failWith(`Cannot write ${folder}`));
  console.log(`Backed up ${count} sandboxes to ${folder}`);
}

/** Imports all files of a backup. Checks all of them before the first change. @throws UsageError if one is invalid */
export async function restoreBackup(
  folder: string,
  location: StoreLocation,
  { replace = false, timeToLive }: { readonly replace?: boolean; readonly timeToLive: string },
): Promise<void> {
  const files = (await readdir(folder).catch(failWith(`Cannot read ${folder}`))).filter((file) =>
    file.endsWith('.json'),
  );
  if (files.length === 0) throw new UsageError(`${folder} contains no backup`);
  const names = files.map((file) => file.slice(0, -'.json'.length));
  for (const file of files) {
    const snapshot = await readJsonFile(join(folder, file));
    await Promise.resolve(snapshot)
      .then(checkSnapshotFile)
      .catch(failWith(join(folder, file)));
  }
  const lifetime = parseDuration(timeToLive);
  await withStore(location, async (store) => {
    const existing = (await store.names()).filter((name) => names.includes(name) && name !== 'default');
    if (!replace && existing.length > 0)
      throw new UsageError(
        `These sandboxes already exist: ${existing.join(', ')}. Restore with --replace to overwrite them`,
      );
    for (const name of names) await store.import(name, await readJsonFile(join(folder, `${name}.json`)), lifetime);
  });
  console.log(`Restored ${names.length} sandboxes from ${folder}`);
}

/** Reads all records in a folder or database, validates their format and sets the exit code. */
export async function checkData(data: string): Promise<void> {
  let problems: string[] = [];
  const check = async (archive: SandboxArchive) => {
    for (const name of await namesIn(archive)) {
      try {
        const snapshot = await exportSandbox(archive, name);
        if (snapshot !== undefined) checkSnapshotFile(snapshot);
        console.log(`${name.padEnd(20)} ${snapshot?.records.length ?? 0} records`);
      } catch (error) {
        problems.push(`sandbox ${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  if (isDatabaseUrl(data)) await inDatabase(data, check);
  else {
    const folder = await DataFolder.open(data, { isNew: false });
    problems = [...folder.findDamage()];
    await check(folder.archive).finally(() => folder.close());
  }
  for (const problem of problems) console.error(`damaged: ${problem}`);
  if (problems.length > 0) process.exitCode = exitCodes.findings;
  else console.log('No damage found.');
}

async function withStore(location: StoreLocation, work: (store: SandboxStore) => Promise<void>): Promise<void> {
  if ('target' in location) {
    const { target } = location;
    await reportControlErrors({ target }, () => work(serverStore(target)));
    return;
  }
  const { data } = location;
  const store = (archive: SandboxArchive): SandboxStore => ({
    names: () => namesIn(archive),
    export: (name) => exportSandbox(archive, name),
    import: (name, file, timeToLive) => importSandbox(archive, name, { file, timeToLive }),
  });
  if (isDatabaseUrl(data)) {
    await inDatabase(data, (archive) =>
      work({
        ...store(archive),
        import: () => Promise.reject(new UsageError('Restore a database through one of its servers: --target <url>')),
      }),
    );
    return;
  }
  const folder = await DataFolder.open(data, { isNew: false });
  await work(store(folder.archive)).finally(() => folder.close());
}

async function namesIn(archive: SandboxArchive): Promise<string[]> {
  return (await offlineSandboxes(archive)).map(({ name }) => name);
}

async function inDatabase(url: string, work: (archive: SandboxArchive) => Promise<void>): Promise<void> {
  const database = await SharedDatabase.open(url);
  await work(database.archive).finally(() => database.close());
}

function serverStore(target: string): SandboxStore {
  const control = new Control(target, sendOverHttp);
  const inSandbox = (name: string) => new Control(`${target.replace(/\/$/, '')}/~${name}`, sendOverHttp);
  return {
    names: async () => (await control.sandboxes.list()).map(({ name }) => name),
    export: async (name) => (await takeSnapshot(inSandbox(name))).snapshot,
    import: async (name, file) => void (await loadSnapshot(inSandbox(name), file)),
  };
}
