import { exitCodes } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';
import type { SandboxArchive } from '@understudy/kernel';
import { DataFolder, SharedDatabase } from '@understudy/persistence';
import { checkArchive } from '@understudy/server';
import { Command } from 'commander';
import { Control } from '../control/control.js';
import { sendOverHttp } from '../control-access.js';
import { isDatabaseUrl } from '../is-database.js';
import { UsageError } from '../usage-error.js';
import { backUp, loadSnapshot, restoreBackup, takeSnapshot } from './data-backup.js';
import { readConfiguration } from './read-configured-settings.js';
import { reportControlErrors } from './report-control-errors.js';
import { createTargetOption } from './server-options.js';
import { readJsonFile, writeOutput } from './write-output.js';

interface StateFlags {
  readonly data?: string;
  readonly target: string;
  readonly config: string;
  readonly json?: boolean;
  readonly replace?: boolean;
}

/** Creates the commands for the sandboxes of a running server. */
export const stateCommands = {
  ls: () =>
    onServer('ls', 'List the sandboxes')
      .option('--json', 'print JSON, with ISO 8601 timestamps')
      .action((flags: StateFlags) => withControl(flags, (control) => list(control, flags))),
  save: () =>
    onServer('save', 'Save the complete state of a sandbox to a file, including clock, jobs and deliveries')
      .argument('<[sandbox] file...>', 'the sandbox (default: the one in --target), and the JSON file to write')
      .action((parts: string[], flags: StateFlags) => {
        const [file = '', sandbox, ...others] = parts.toReversed();
        if (others.length > 0)
          throw new UsageError(`Too many arguments: expected [sandbox] <file>, not ${parts.join(' ')}`);
        const target = sandbox === undefined ? flags.target : `${flags.target}/~${sandbox}`;
        return withControl({ ...flags, target }, (control) => save(file, control));
      }),
  load: () =>
    onServer('load', 'Restore a sandbox from a file')
      .argument('<file>', 'JSON file written by save')
      .action((file: string, flags: StateFlags) => withControl(flags, (control) => load(file, control))),
  rm: () =>
    onServer('rm', 'Delete a sandbox')
      .argument('<sandbox>', 'sandbox name')
      .action((name: string, flags: StateFlags) =>
        withControl(flags, async (control) => {
          await control.sandboxes.delete(name);
          console.log(`Deleted sandbox ${name}`);
        }),
      ),
  backup: () =>
    onServer('backup', 'Back up all sandboxes and named snapshots to a new folder')
      .argument('<folder>', 'folder to create, with a snapshot file for each sandbox')
      .action((folder: string, flags: StateFlags) => withControl(flags, () => backUp(folder, flags.target))),
  restore: () =>
    onServer('restore', 'Import all sandboxes and named snapshots from a backup')
      .argument('<folder>', 'folder written by backup')
      .option('--replace', 'replace sandboxes of the same name')
      .action((folder: string, flags: StateFlags) =>
        withControl(flags, () => restoreBackup(folder, flags.target, flags.replace)),
      ),
  check: () =>
    new Command('check')
      .description('Read all records of a data folder that no server uses, and report damage')
      .option('--data <folder>', 'the data folder (default: data in the configuration)')
      .action(check),
};

function onServer(name: string, description: string): Command {
  return new Command(name).description(description).addOption(createTargetOption());
}

async function withControl(flags: StateFlags, work: (control: Control) => Promise<void>): Promise<void> {
  await reportControlErrors(flags, () => work(new Control(flags.target, sendOverHttp)));
}

async function list(control: Control, { json }: StateFlags): Promise<void> {
  const sandboxes = await control.sandboxes.list();
  if (json === true) console.log(stringifyJson(sandboxes, 2));
  else for (const { name, url } of sandboxes) console.log(`${name.padEnd(20)} ${url}`);
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

/** Reads all records in a folder or database, validates their format and sets the exit code. */
async function check({ data: given, config }: StateFlags): Promise<void> {
  const data = given ?? (await readConfiguration(config)).data;
  if (data === undefined)
    throw new UsageError('Set the folder with --data <folder>, or with data in the configuration');
  const problems: string[] = [];
  const checkAll = async (archive: SandboxArchive) => {
    for await (const { name, records, damage } of checkArchive(archive)) {
      if (damage === undefined) console.log(`${name.padEnd(20)} ${records} records`);
      else problems.push(`sandbox ${name}: ${damage}`);
    }
  };
  if (isDatabaseUrl(data)) {
    const database = await SharedDatabase.open(data);
    await checkAll(database.archive).finally(() => database.close());
  } else {
    const folder = await DataFolder.open(data, { isNew: false });
    problems.push(...folder.findDamage());
    await checkAll(folder.archive).finally(() => folder.close());
  }
  for (const problem of problems) console.error(`damaged: ${problem}`);
  if (problems.length > 0) process.exitCode = exitCodes.findings;
  else console.log('No damage found.');
}
