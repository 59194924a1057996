import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stringifyJson } from '@understudy/contract';
import { checkSnapshotFile, sandboxNamePattern } from '@understudy/server';
import { Control } from '../control/control.js';
import { sendOverHttp } from '../control-access.js';
import { failWith, UsageError } from '../usage-error.js';
import { readJsonFile, writeOutput } from './write-output.js';

/** The sandboxes or the named snapshots of a server. */
interface SnapshotFiles {
  names(): Promise<string[]>;
  get(name: string): Promise<unknown>;
  put(name: string, file: unknown): Promise<unknown>;
}

/** The folder of each kind of file in a backup. */
const kinds = [
  ['sandboxes', ''],
  ['snapshots', 'snapshots'],
] as const;

/** Writes each sandbox and named snapshot to a file in a new folder. @throws UsageError if the folder is not empty */
export async function backUp(folder: string, target: string): Promise<void> {
  const existing = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    return failWith(`Cannot write ${folder}`)(error);
  });
  if (existing.length > 0) throw new UsageError(`${folder} is not empty; choose a new folder`);
  // The temporary name distinguishes an interrupted backup from a complete one.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  const count = { sandboxes: 0, snapshots: 0 };
  const store = filesOf(target);
  for (const [kind, place] of kinds) {
    for (const name of await store[kind].names()) {
      await writeOutput(join(partial, place, `${name}.json`), `${stringifyJson(await store[kind].get(name))}\n`);
      count[kind] += 1;
    }
  }
  await mkdir(partial, { recursive: true });
  await rmdir(folder).catch(() => undefined);
  await rename(partial, folder).catch(failWith(`Cannot write ${folder}`));
  const snapshots = count.snapshots === 0 ? '' : ` and ${count.snapshots} snapshots`;
  console.log(`Backed up ${count.sandboxes} sandboxes${snapshots} to ${folder}`);
}

interface BackupFile {
  readonly kind: 'sandboxes' | 'snapshots';
  readonly name: string;
  readonly path: string;
}

/** Imports all files of a backup. Checks all files before the first change. @throws UsageError if a file is invalid */
export async function restoreBackup(folder: string, target: string, replace = false): Promise<void> {
  await readdir(folder).catch(failWith(`Cannot read ${folder}`));
  const files = (await Promise.all(kinds.map(([kind, place]) => listFiles(kind, join(folder, place))))).flat();
  if (files.length === 0) throw new UsageError(`${folder} contains no backup`);
  for (const { path } of files) {
    await Promise.resolve(await readJsonFile(path))
      .then(checkSnapshotFile)
      .catch(failWith(path));
  }
  const store = filesOf(target);
  // The default sandbox always exists. If its changes are no longer known, assume that it has some.
  const changes = await new Control(target, sendOverHttp).changes().catch(() => [undefined]);
  const isFree = ({ kind, name }: BackupFile) => changes.length === 0 && kind === 'sandboxes' && name === 'default';
  const names = { sandboxes: await store.sandboxes.names(), snapshots: await store.snapshots.names() };
  const existing = files.filter((file) => names[file.kind].includes(file.name) && !isFree(file));
  if (!replace && existing.length > 0) {
    const list = existing.map(({ name }) => name).join(', ');
    throw new UsageError(`These ${existing[0]?.kind} already exist: ${list}. Restore with --replace to overwrite them`);
  }
  for (const { kind, name, path } of files) await store[kind].put(name, await readJsonFile(path));
  console.log(`Restored ${files.filter(({ kind }) => kind === 'sandboxes').length} sandboxes from ${folder}`);
}

/** Lists the files of one kind. @throws UsageError if a file name is not a valid name of a sandbox or snapshot */
async function listFiles(kind: BackupFile['kind'], folder: string): Promise<BackupFile[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    const [path, name] = [join(folder, file), file.slice(0, -'.json'.length)];
    if (!namePatterns[kind].test(name))
      throw new UsageError(`${path} does not have the name of a ${kind.slice(0, -1)}`);
    return { kind, name, path };
  });
}

/** Valid names, as the control plane defines them. */
const namePatterns = { sandboxes: sandboxNamePattern, snapshots: /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/ };

function filesOf(target: string): Record<BackupFile['kind'], SnapshotFiles> {
  const control = new Control(target, sendOverHttp);
  const inSandbox = (name: string) => new Control(`${target.replace(/\/$/, '')}/~${name}`, sendOverHttp);
  return {
    sandboxes: {
      names: async () => (await control.sandboxes.list()).map(({ name }) => name),
      get: async (name) => (await takeSnapshot(inSandbox(name))).snapshot,
      put: (name, file) => loadSnapshot(inSandbox(name), file),
    },
    snapshots: {
      names: async () =>
        (await control.snapshots.list()).map(({ name }) => name).filter((name) => name !== transferName),
      get: (name) => control.snapshots.get(name),
      put: (name, file) => control.snapshots.put(name, file),
    },
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
