import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';
import { parseDuration, type SandboxArchive } from '@understudy/kernel';
import { DataFolder, SharedDatabase } from '@understudy/persistence';
import {
  checkSnapshotFile,
  exportSandbox,
  importSandbox,
  offlineSandboxes,
  openOfflineSnapshots,
  sandboxNamePattern,
} from '@understudy/server';
import { Control } from '../control/control.js';
import { sendOverHttp } from '../control-access.js';
import { isDatabaseUrl } from '../is-database.js';
import { failWith, UsageError } from '../usage-error.js';
import { reportControlErrors } from './report-control-errors.js';
import { readJsonFile, writeOutput } from './write-output.js';

/** The sandboxes or the named snapshots of an offline folder, a database, or a running server. */
interface SnapshotFiles {
  names(): Promise<string[]>;
  /** Exports one as a snapshot file. Returns undefined if it has been deleted. */
  export(name: string): Promise<unknown>;
  /** @param timeToLive milliseconds; a running server applies its own */
  import(name: string, file: unknown, timeToLive: number): Promise<void>;
}

interface Store {
  readonly sandboxes: SnapshotFiles;
  readonly snapshots: SnapshotFiles;
  /** Returns whether the default sandbox, which always exists, has been changed. */
  isDefaultChanged(): Promise<boolean>;
}

/** A data folder or database, or the URL of a running server. */
export type StoreLocation = { readonly data: string } | { readonly target: string };

/** The folder of each kind of file in a backup. */
const kinds = [
  ['sandboxes', ''],
  ['snapshots', 'snapshots'],
] as const;

/** Writes each sandbox and named snapshot to a file in a new folder. @throws UsageError if it exists with content */
export async function backUp(folder: string, location: StoreLocation): Promise<void> {
  const existing = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    return failWith(`Cannot write ${folder}`)(error);
  });
  if (existing.length > 0) throw new UsageError(`${folder} is not empty; choose a new folder`);
  // An interrupted backup does not look like a complete one.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  const count = { sandboxes: 0, snapshots: 0 };
  await withStore(location, false, async (store) => {
    for (const [kind, place] of kinds) {
      for (const name of await store[kind].names()) {
        const snapshot = await store[kind].export(name);
        if (snapshot === undefined) continue;
        await writeOutput(join(partial, place, `${name}.json`), `${stringifyJson(snapshot)}\n`);
        count[kind] += 1;
      }
    }
  });
  await mkdir(partial, { recursive: true });
  await rmdir(folder).catch(() => undefined);
  await rename(partial, folder).catch(failWith(`Cannot write ${folder}`));
  const snapshots = count.snapshots === 0 ? '' : ` and ${count.snapshots} snapshots`;
  console.log(`Backed up ${count.sandboxes} sandboxes${snapshots} to ${folder}`);
}

interface BackupFile {
  readonly kind: keyof Pick<Store, 'sandboxes' | 'snapshots'>;
  readonly name: string;
  readonly path: string;
}

/** Imports all files of a backup. Checks all of them before the first change. @throws UsageError if one is invalid */
export async function restoreBackup(
  folder: string,
  location: StoreLocation,
  { replace = false, timeToLive }: { readonly replace?: boolean; readonly timeToLive: string },
): Promise<void> {
  await readdir(folder).catch(failWith(`Cannot read ${folder}`));
  const files = (await Promise.all(kinds.map(([kind, place]) => listFiles(kind, join(folder, place))))).flat();
  if (files.length === 0) throw new UsageError(`${folder} contains no backup`);
  for (const { path } of files) {
    await Promise.resolve(await readJsonFile(path))
      .then(checkSnapshotFile)
      .catch(failWith(path));
  }
  const lifetime = parseDuration(timeToLive);
  await withStore(location, true, async (store) => {
    const isFree = (await store.isDefaultChanged())
      ? () => false
      : ({ kind, name }: BackupFile) => kind === 'sandboxes' && name === 'default';
    const names = { sandboxes: await store.sandboxes.names(), snapshots: await store.snapshots.names() };
    const existing = files.filter((file) => names[file.kind].includes(file.name) && !isFree(file));
    if (!replace && existing.length > 0) {
      const list = existing.map(({ name }) => name).join(', ');
      throw new UsageError(
        `These ${existing[0]?.kind} already exist: ${list}. Restore with --replace to overwrite them`,
      );
    }
    for (const { kind, name, path } of files) await store[kind].import(name, await readJsonFile(path), lifetime);
  });
  console.log(`Restored ${files.filter(({ kind }) => kind === 'sandboxes').length} sandboxes from ${folder}`);
}

/** Lists the files of one kind. @throws UsageError if the name of a file cannot be that of a sandbox or snapshot */
async function listFiles(kind: BackupFile['kind'], folder: string): Promise<BackupFile[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    const [path, name] = [join(folder, file), file.slice(0, -'.json'.length)];
    if (!namePatterns[kind].test(name))
      throw new UsageError(`${path} does not have the name of a ${kind.slice(0, -1)}`);
    return { kind, name, path };
  });
}

/** Patterns of the control plane. */
const namePatterns = { sandboxes: sandboxNamePattern, snapshots: /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/ };

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

/** @param isNew whether the data folder can be new */
async function withStore(
  location: StoreLocation,
  isNew: boolean,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  if ('target' in location) {
    const { target } = location;
    await reportControlErrors({ target }, () => work(serverStore(target)));
    return;
  }
  const { data } = location;
  if (isDatabaseUrl(data)) {
    if (isNew) throw new UsageError('Restore a database through one of its servers: --target <url>');
    await inDatabase(data, (archive) => work(archiveStore(archive)));
    return;
  }
  const folder = await DataFolder.open(data, { isNew });
  await work(archiveStore(folder.archive)).finally(() => folder.close());
}

function archiveStore(archive: SandboxArchive): Store {
  return {
    sandboxes: {
      names: () => namesIn(archive),
      export: (name) => exportSandbox(archive, name),
      import: (name, file, timeToLive) => importSandbox(archive, name, { file, timeToLive }),
    },
    snapshots: openOfflineSnapshots(archive),
    isDefaultChanged: async () =>
      (await offlineSandboxes(archive)).some(({ name, kept }) => name === 'default' && kept),
  };
}

async function namesIn(archive: SandboxArchive): Promise<string[]> {
  return (await offlineSandboxes(archive)).map(({ name }) => name);
}

async function inDatabase(url: string, work: (archive: SandboxArchive) => Promise<void>): Promise<void> {
  const database = await SharedDatabase.open(url);
  await work(database.archive).finally(() => database.close());
}

function serverStore(target: string): Store {
  const control = new Control(target, sendOverHttp);
  const inSandbox = (name: string) => new Control(`${target.replace(/\/$/, '')}/~${name}`, sendOverHttp);
  return {
    sandboxes: {
      names: async () => (await control.sandboxes.list()).map(({ name }) => name),
      export: async (name) => (await takeSnapshot(inSandbox(name))).snapshot,
      import: async (name, file) => void (await loadSnapshot(inSandbox(name), file)),
    },
    snapshots: {
      names: async () =>
        (await control.snapshots.list()).map(({ name }) => name).filter((name) => name !== transferName),
      export: (name) => control.snapshots.get(name),
      import: async (name, file) => void (await control.snapshots.put(name, file)),
    },
    // Changes that are no longer known count as changes, too.
    isDefaultChanged: async () => (await control.changes().catch(() => [undefined])).length > 0,
  };
}

/** Name of the snapshot that these commands create and delete. */
const transferName = 'cli-transfer';

export async function takeSnapshot(control: Control) {
  const described = await control.snapshots.put(transferName);
  const snapshot = await control.snapshots.get(transferName);
  await control.snapshots.delete(transferName);
  return { ...described, snapshot };
}

export async function loadSnapshot(control: Control, file: unknown) {
  await control.snapshots.put(transferName, file);
  const restored = await control.snapshots.restore(transferName);
  await control.snapshots.delete(transferName);
  return restored;
}
