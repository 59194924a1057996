import { stringifyJson } from '@understudy/contract';
import { Command } from 'commander';
import { Control } from '../control/control.js';
import { sendOverHttp } from '../control-access.js';
import { reportControlErrors } from './report-control-errors.js';
import { createTargetOption } from './server-options.js';
import { readJsonFile, writeOutput } from './write-output.js';

interface SnapshotFlags {
  target: string;
}

/** Name of the snapshot that these commands create and delete. */
export const transferName = 'cli-transfer';

export function createSnapshotCommand(): Command {
  return new Command('snapshot')
    .description('Save a sandbox to a file, or restore one from a file')
    .addCommand(
      new Command('save')
        .description('Save the complete state of a sandbox to a file, including clock, jobs and deliveries')
        .argument('<file>', 'JSON file to write')
        .addOption(createTargetOption())
        .action((file: string, flags: SnapshotFlags) => reportControlErrors(flags, () => save(file, flags))),
    )
    .addCommand(
      new Command('load')
        .description('Restore a sandbox from a file')
        .argument('<file>', 'JSON file written by save')
        .addOption(createTargetOption())
        .action((file: string, flags: SnapshotFlags) => reportControlErrors(flags, () => load(file, flags))),
    );
}

async function save(file: string, { target }: SnapshotFlags): Promise<void> {
  const { snapshot, sandbox, now, records } = await takeSnapshot(new Control(target, sendOverHttp));
  await writeOutput(file, `${stringifyJson(snapshot)}\n`);
  console.log(`Saved sandbox ${sandbox} at ${now} with ${records} records to ${file}`);
}

async function load(file: string, { target }: SnapshotFlags): Promise<void> {
  const { name, clock } = await loadSnapshot(new Control(target, sendOverHttp), await readJsonFile(file));
  console.log(`Restored sandbox ${name} from ${file}; its clock shows ${clock.now}`);
}

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
