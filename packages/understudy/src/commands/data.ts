import { stringifyJson } from '@understudy/contract';
import { type ArchivedSandbox, parseDuration, type SandboxArchive } from '@understudy/kernel';
import { DataFolder } from '@understudy/persistence';
import { exportSandbox, importSandbox, offlineSandboxes, sandboxNamePattern } from '@understudy/server';
import { Command, InvalidArgumentError } from 'commander';
import { defaultConfigFile } from '../config/config.js';
import { failWith, UsageError } from '../usage-error.js';
import { backUp, checkData, restoreBackup, type StoreLocation } from './data-backup.js';
import { readConfiguredData } from './read-configured-settings.js';
import { parseUrl } from './server-options.js';
import { readJsonFile, writeOutput } from './write-output.js';

interface DataFlags {
  data?: string;
  config: string;
  json?: boolean;
  replace?: boolean;
  as?: string;
  target?: string;
  timeToLive: string;
}

export function createDataCommand(): Command {
  return new Command('data')
    .description('Inspect, repair, back up and restore the sandboxes of a data folder or a server')
    .addCommand(
      about('list', 'List the sandboxes in the folder')
        .option('--json', 'print JSON, with ISO 8601 timestamps')
        .action((flags: DataFlags) => inFolder(flags, (archive) => list(archive, flags))),
    )
    .addCommand(
      about('export', 'Export a sandbox to a snapshot file, for data import, snapshot load and start --seed')
        .argument('<sandbox>', 'name of the sandbox, such as default')
        .argument('<file>', 'JSON file to write')
        .action((name: string, file: string, flags: DataFlags) =>
          inFolder(flags, (archive) => exportTo(archive, name, file)),
        ),
    )
    .addCommand(
      about('import', 'Import a snapshot file as a sandbox')
        .argument('<file>', 'JSON file written by data export or snapshot save')
        .option('--as <sandbox>', 'sandbox name (default: the name of the exported sandbox)', parseName)
        .option('--time-to-live <duration>', 'delete the sandbox after this long without a request', 'P1D')
        .option('--replace', 'replace a sandbox of the same name')
        .action((file: string, flags: DataFlags) => inFolder(flags, (archive) => importFrom(archive, file, flags))),
    )
    .addCommand(
      about('delete', 'Delete a sandbox from the folder')
        .argument('<sandbox>', 'sandbox name; the sandbox "default" is created again at the next start')
        .action((name: string, flags: DataFlags) => inFolder(flags, (archive) => remove(archive, name))),
    )
    .addCommand(
      about('backup', 'Back up all sandboxes and named snapshots to a new folder; with --target, from a running server')
        .argument('<folder>', 'folder to create, with a snapshot file for each sandbox')
        .option('-t, --target <url>', 'base URL of a running server, instead of a data folder', parseUrl)
        .action(async (folder: string, flags: DataFlags) => backUp(folder, await storeOf(flags))),
    )
    .addCommand(
      about('restore', 'Import all sandboxes and named snapshots from a backup')
        .argument('<folder>', 'folder written by data backup')
        .option('-t, --target <url>', 'base URL of a running server, instead of a data folder', parseUrl)
        .option('--time-to-live <duration>', 'delete a sandbox after this time without requests', 'P1D')
        .option('--replace', 'replace sandboxes of the same name')
        .action(async (folder: string, flags: DataFlags) => restoreBackup(folder, await storeOf(flags), flags)),
    )
    .addCommand(
      about('check', 'Read all records, and report damage').action(async (flags: DataFlags) =>
        checkData(await namedFolder(flags)),
      ),
    );
}

function about(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--data <folder>', 'the data folder (default: data in the configuration)')
    .option('--config <file>', 'configuration file that sets the data folder', defaultConfigFile);
}

function parseName(text: string): string {
  if (sandboxNamePattern.test(text)) return text;
  throw new InvalidArgumentError(
    'It must contain 1 to 63 lower-case letters, digits and hyphens, and must not start with a hyphen.',
  );
}

async function namedFolder({ data, config }: DataFlags): Promise<string> {
  const named = data ?? (await readConfiguredData(config));
  if (named !== undefined) return named;
  throw new UsageError('Set the folder with --data <folder>, or with data in the configuration');
}

async function storeOf(flags: DataFlags): Promise<StoreLocation> {
  return flags.target === undefined ? { data: await namedFolder(flags) } : { target: flags.target };
}

async function inFolder(flags: DataFlags, work: (archive: SandboxArchive) => Promise<void>): Promise<void> {
  const folder = await DataFolder.open(await namedFolder(flags), { isNew: false });
  await work(folder.archive).finally(() => folder.close());
}

async function list(archive: SandboxArchive, { json }: DataFlags): Promise<void> {
  const sandboxes = await offlineSandboxes(archive);
  if (json === true) {
    console.log(stringifyJson(sandboxes.map(shown), 2));
    return;
  }
  if (sandboxes.length === 0) console.log('The folder contains no sandboxes.');
  for (const { name, clock, seed, lastUsed, ends } of sandboxes.map(shown)) {
    console.log(`${name.padEnd(20)} clock ${clock}, seed ${seed}, last used ${lastUsed}, expires ${ends ?? 'never'}`);
  }
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

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
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
  { as, replace, timeToLive }: DataFlags,
): Promise<void> {
  const snapshot = await readJsonFile(file);
  const { sandbox }: { sandbox?: unknown } = Object(snapshot);
  const name = as ?? String(sandbox);
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
