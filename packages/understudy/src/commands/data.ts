import { readFile } from 'node:fs/promises';
import { type Archive, type ArchivedSandbox, besideSandboxes, parseDuration } from '@understudy/kernel';
import { DataFolder, DataFolderError } from '@understudy/persistence';
import { exportSandbox, importSandbox } from '@understudy/server';
import { Command, InvalidArgumentError } from 'commander';
import { defaultConfigFile } from '../config/load-config.js';
import { WrongUse } from '../wrong-use.js';
import { configuredData } from './settings-at-start.js';
import { writeOutput } from './write-output.js';

interface DataFlags {
  data?: string;
  config: string;
  json?: boolean;
  replace?: boolean;
  as?: string;
  timeToLive: string;
}

/** `understudy data list|export|import|delete`: what lies in a data folder while no server has it open. */
export function dataCommand(): Command {
  return new Command('data')
    .description('Look after a folder of start --data, while no server has it open')
    .addCommand(
      about('list', 'List the sandboxes in the folder')
        .option('--json', 'as JSON, with instants in ISO 8601')
        .action((flags: DataFlags) => inFolder(flags, (archive) => list(archive, flags))),
    )
    .addCommand(
      about('export', 'Write a sandbox to a snapshot file, for data import, snapshot load and start --seed')
        .argument('<sandbox>', 'name of the sandbox, such as default')
        .argument('<file>', 'JSON file to write')
        .action((name: string, file: string, flags: DataFlags) =>
          inFolder(flags, (archive) => exportTo(archive, name, file)),
        ),
    )
    .addCommand(
      about('import', 'Put a snapshot file into the folder as a sandbox')
        .argument('<file>', 'JSON file that data export or snapshot save has written')
        .option('--as <sandbox>', 'its name (default: the one it was taken from)', parseName)
        .option('--time-to-live <duration>', 'remove it after so long without a request', 'P1D')
        .option('--replace', 'in the place of one that has the name')
        .action((file: string, flags: DataFlags) => inFolder(flags, (archive) => importFrom(archive, file, flags))),
    )
    .addCommand(
      about('delete', 'Remove a sandbox from the folder')
        .argument('<sandbox>', 'its name; default begins again with the next start')
        .action((name: string, flags: DataFlags) => inFolder(flags, (archive) => remove(archive, name))),
    );
}

function about(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--data <folder>', 'the folder (default: data of the configuration)')
    .option('--config <file>', 'configuration that may name the folder', defaultConfigFile);
}

function parseName(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text;
  throw new InvalidArgumentError('It must have 1 to 63 letters a to z, digits and hyphens, and begin with no hyphen.');
}

async function inFolder({ data, config }: DataFlags, work: (archive: Archive) => Promise<void>): Promise<void> {
  const named = data ?? (await configuredData(config));
  if (named === undefined)
    throw new WrongUse('Name the folder with --data <folder>, or under data in the configuration');
  try {
    const folder = await DataFolder.open(named, { isNew: false });
    await work(folder.archive).finally(() => folder.close());
  } catch (error) {
    throw error instanceof DataFolderError ? new WrongUse(error.message) : error;
  }
}

async function list(archive: Archive, { json }: DataFlags): Promise<void> {
  const sandboxes = await sandboxesOf(archive);
  if (json === true) {
    console.log(JSON.stringify(sandboxes.map(shown), undefined, 2));
    return;
  }
  if (sandboxes.length === 0) console.log('There are no sandboxes in the folder.');
  for (const { name, clock, seed, lastUsed, ends } of sandboxes.map(shown)) {
    console.log(`${name.padEnd(20)} clock ${clock}, seed ${seed}, last used ${lastUsed}, ends ${ends ?? 'never'}`);
  }
}

function shown({ name, summary, lastUsed, timeToLive, wakesAt }: ArchivedSandbox) {
  const ends = name === 'default' || timeToLive === Number.MAX_SAFE_INTEGER ? null : instant(lastUsed + timeToLive);
  return {
    name,
    clock: summary?.clock.mode ?? 'unknown until it wakes',
    seed: summary?.seed ?? 'unknown until it wakes',
    lastUsed: instant(lastUsed),
    wakes: wakesAt === null ? null : wakesAt === 0 ? 'at the next start' : instant(wakesAt),
    ends,
  };
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

async function exportTo(archive: Archive, name: string, file: string): Promise<void> {
  await refuseUnknown(archive, name);
  const snapshot = await exportSandbox(archive, name);
  await writeOutput(file, `${JSON.stringify(snapshot)}\n`);
  console.log(`Sandbox ${name} is in ${file}, with ${snapshot?.records.length} records of its APIs`);
}

async function importFrom(archive: Archive, file: string, { as, replace, timeToLive }: DataFlags): Promise<void> {
  const snapshot = await readJson(file);
  const { sandbox }: { sandbox?: unknown } = Object(snapshot);
  const name = as ?? String(sandbox);
  const there = await sandboxesOf(archive);
  if (replace !== true && there.some((one) => one.name === name)) {
    throw new WrongUse(
      `There is a sandbox "${name}" in the folder; import it --as another name, or --replace that one`,
    );
  }
  try {
    await importSandbox(archive, name, { file: snapshot, timeToLive: parseDuration(timeToLive) });
  } catch (error) {
    throw error instanceof RangeError ? new WrongUse(`${file}: ${error.message}`) : error;
  }
  console.log(`${file} is in the folder as sandbox ${name}`);
}

async function remove(archive: Archive, name: string): Promise<void> {
  await refuseUnknown(archive, name);
  await archive.drop(name);
  console.log(`Sandbox ${name} is removed`);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new WrongUse(
      `${file} cannot be read as a snapshot: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Named snapshots of the server lie in the folder, too, but are no sandboxes. */
async function sandboxesOf(archive: Archive): Promise<ArchivedSandbox[]> {
  return (await archive.names()).filter(({ name }) => !name.startsWith(besideSandboxes));
}

async function refuseUnknown(archive: Archive, name: string): Promise<void> {
  const names = (await sandboxesOf(archive)).map((one) => one.name);
  if (names.includes(name)) return;
  throw new WrongUse(`There is no sandbox "${name}" in the folder; there are ${names.join(', ') || 'none'}`);
}
