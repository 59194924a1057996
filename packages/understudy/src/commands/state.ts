import { isObject, stringifyJson } from '@understudy/contract';
import { type ArchivedSandbox, parseDuration, type SandboxArchive } from '@understudy/kernel';
import { DataFolder } from '@understudy/persistence';
import { exportSandbox, importSandbox, offlineSandboxes, sandboxNamePattern } from '@understudy/server';
import { Command, InvalidArgumentError } from 'commander';
import { Control } from '../control/control.js';
import { sendOverHttp } from '../control-access.js';
import { failWith, UsageError } from '../usage-error.js';
import { backUp, checkData, loadSnapshot, restoreBackup, type StoreLocation, takeSnapshot } from './data-backup.js';
import { readConfiguration } from './read-configured-settings.js';
import { reportControlErrors } from './report-control-errors.js';
import { createTargetOption } from './server-options.js';
import { readJsonFile, writeOutput } from './write-output.js';

interface StateFlags {
  readonly data?: string | true;
  readonly target: string;
  readonly config: string;
  readonly json?: boolean;
  readonly replace?: boolean;
  readonly as?: string;
  readonly timeToLive: string;
}

/** Creates the commands for the sandboxes of a running server, or of a data folder that no server uses. */
export const stateCommands = {
  ls: () =>
    located('ls', 'List the sandboxes')
      .option('--json', 'print JSON, with ISO 8601 timestamps')
      .action((flags: StateFlags) =>
        either(flags, { folder: (archive) => list(archive, flags), server: (control) => listAt(control, flags) }),
      ),
  save: () =>
    located('save', 'Save the complete state of a sandbox to a file, including clock, jobs and deliveries')
      .argument('<[sandbox] file...>', 'the sandbox (default: default), and the JSON file to write')
      .action((parts: string[], flags: StateFlags) => {
        const [file = '', sandbox, ...others] = parts.toReversed();
        if (others.length > 0)
          throw new UsageError(`Too many arguments: expected [sandbox] <file>, not ${parts.join(' ')}`);
        return either(flags, {
          folder: (archive) => exportTo(archive, sandbox ?? 'default', file),
          server: (control, inSandbox) => save(file, sandbox === undefined ? control : inSandbox(sandbox)),
        });
      }),
  load: () =>
    located('load', 'Restore a sandbox from a file')
      .argument('<file>', 'JSON file written by save')
      .option('--as <sandbox>', 'name of the restored sandbox', parseName)
      .option('--time-to-live <duration>', 'with --data: delete the sandbox after this time without requests', 'P1D')
      .option('--replace', 'with --data: replace a sandbox of the same name')
      .action((file: string, flags: StateFlags) =>
        either(flags, {
          folder: (archive) => importFrom(archive, file, flags),
          server: (control, inSandbox) => load(file, flags.as === undefined ? control : inSandbox(flags.as)),
        }),
      ),
  rm: () =>
    located('rm', 'Delete a sandbox')
      .argument('<sandbox>', 'sandbox name; the sandbox "default" of a folder is created again at the next start')
      .action((name: string, flags: StateFlags) =>
        either(flags, {
          folder: (archive) => remove(archive, name),
          async server(control) {
            await control.sandboxes.delete(name);
            console.log(`Deleted sandbox ${name}`);
          },
        }),
      ),
  backup: () =>
    located('backup', 'Back up all sandboxes and named snapshots to a new folder')
      .argument('<folder>', 'folder to create, with a snapshot file for each sandbox')
      .action(async (folder: string, flags: StateFlags) => backUp(folder, await locate(flags))),
  restore: () =>
    located('restore', 'Import all sandboxes and named snapshots from a backup')
      .argument('<folder>', 'folder written by backup')
      .option('--time-to-live <duration>', 'with --data: delete a sandbox after this time without requests', 'P1D')
      .option('--replace', 'replace sandboxes of the same name')
      .action(async (folder: string, flags: StateFlags) => restoreBackup(folder, await locate(flags), flags)),
  check: () =>
    dataOption(new Command('check').description('Read all records of a data folder, and report damage')).action(
      async (flags: StateFlags) => checkData(await findFolder(flags)),
    ),
};

function located(name: string, description: string): Command {
  return dataOption(new Command(name).description(description)).addOption(createTargetOption());
}

function dataOption(command: Command): Command {
  return command.option(
    '--data [folder]',
    'a data folder instead of a server (default folder: data in the configuration)',
  );
}

function parseName(text: string): string {
  if (sandboxNamePattern.test(text)) return text;
  throw new InvalidArgumentError(
    'It must contain 1 to 63 lower-case letters, digits and hyphens, and must not start with a hyphen.',
  );
}

async function findFolder({ data, config }: StateFlags): Promise<string> {
  const folder = typeof data === 'string' ? data : (await readConfiguration(config)).data;
  if (folder !== undefined) return folder;
  throw new UsageError('Set the folder with --data <folder>, or with data in the configuration');
}

async function locate(flags: StateFlags): Promise<StoreLocation> {
  return flags.data === undefined ? { target: flags.target } : { data: await findFolder(flags) };
}

/** Works on the folder that `--data` selects, or else on a server. */
async function either(
  flags: StateFlags,
  work: {
    folder(archive: SandboxArchive): Promise<void>;
    server(control: Control, inSandbox: (name: string) => Control): Promise<void>;
  },
): Promise<void> {
  const { data, target } = flags;
  if (data === undefined) {
    const open = (address: string) => new Control(address, sendOverHttp);
    await reportControlErrors(flags, () => work.server(open(target), (name) => open(`${target}/~${name}`)));
    return;
  }
  const folder = await DataFolder.open(await findFolder(flags), { isNew: false });
  await work.folder(folder.archive).finally(() => folder.close());
}

async function list(archive: SandboxArchive, { json }: StateFlags): Promise<void> {
  const sandboxes = (await offlineSandboxes(archive)).map(shown);
  if (json === true) console.log(stringifyJson(sandboxes, 2));
  else if (sandboxes.length === 0) console.log('The folder contains no sandboxes.');
  else for (const sandbox of sandboxes) console.log(lineOf(sandbox));
}

async function listAt(control: Control, { json }: StateFlags): Promise<void> {
  const sandboxes = await control.sandboxes.list();
  if (json === true) console.log(stringifyJson(sandboxes, 2));
  else for (const { name, url } of sandboxes) console.log(`${name.padEnd(20)} ${url}`);
}

function shown({ name, summary, lastUsed, timeToLive, wakesAt }: ArchivedSandbox) {
  const ends = name === 'default' || timeToLive === Number.MAX_SAFE_INTEGER ? null : instant(lastUsed + timeToLive);
  return {
    name,
    clock: summary?.clock.mode ?? 'unknown until activated',
    seed: summary?.seed ?? 'unknown until activated',
    lastUsed: instant(lastUsed),
    wakes: wakesAt === null ? null : wakesAt === 0 ? 'at the next start' : instant(wakesAt),
    ends,
  };
}

function lineOf({ name, clock, seed, lastUsed, ends }: ReturnType<typeof shown>): string {
  return `${name.padEnd(20)} clock ${clock}, seed ${seed}, last used ${lastUsed}, expires ${ends ?? 'never'}`;
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

async function save(file: string, control: Control): Promise<void> {
  const { snapshot, sandbox, now, records } = await takeSnapshot(control);
  await writeOutput(file, `${stringifyJson(snapshot)}\n`);
  console.log(`Saved sandbox ${sandbox} at ${now} with ${records} records to ${file}`);
}

async function load(file: string, control: Control): Promise<void> {
  const { name, clock } = await loadSnapshot(control, await readJsonFile(file));
  console.log(`Restored sandbox ${name} from ${file}; its clock shows ${clock.now}`);
}

async function exportTo(archive: SandboxArchive, name: string, file: string): Promise<void> {
  await refuseUnknown(archive, name);
  const snapshot = await exportSandbox(archive, name);
  await writeOutput(file, `${stringifyJson(snapshot)}\n`);
  console.log(`Exported sandbox ${name} to ${file} with ${snapshot?.records.length} API records`);
}

async function importFrom(
  archive: SandboxArchive,
  file: string,
  { as, replace, timeToLive }: StateFlags,
): Promise<void> {
  const snapshot = await readJsonFile(file);
  const name = as ?? String(isObject(snapshot) ? snapshot['sandbox'] : undefined);
  const there = await offlineSandboxes(archive);
  if (replace !== true && there.some((one) => one.name === name)) {
    throw new UsageError(
      `The folder already contains sandbox "${name}"; import with --as <another name>, or with --replace`,
    );
  }
  await importSandbox(archive, name, { file: snapshot, timeToLive: parseDuration(timeToLive) }).catch(failWith(file));
  console.log(`Imported ${file} as sandbox ${name}`);
}

async function remove(archive: SandboxArchive, name: string): Promise<void> {
  await refuseUnknown(archive, name);
  await archive.drop(name);
  console.log(`Deleted sandbox ${name}`);
}

async function refuseUnknown(archive: SandboxArchive, name: string): Promise<void> {
  const names = (await offlineSandboxes(archive)).map((one) => one.name);
  if (names.includes(name)) return;
  throw new UsageError(`The folder contains no sandbox "${name}". Available: ${names.join(', ') || 'none'}`);
}
