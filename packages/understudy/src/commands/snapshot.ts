import { Command } from 'commander';
import { Control } from '../control/control.js';
import { sendOverHttp } from '../control-access.js';
import { reportControlErrors } from './report-control-errors.js';
import { createTargetOption } from './server-options.js';
import { readJsonFile, writeOutput } from './write-output.js';

interface SnapshotFlags {
  target: string;
}

const passing = 'cli-transfer';

/** `understudy snapshot save|load`: saves a sandbox to a file and restores it. */
export function createSnapshotCommand(): Command {
  return new Command('snapshot')
    .description('Save a sandbox to a file, or restore it from one')
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
  const control = new Control(target, sendOverHttp);
  const { sandbox, now, records } = await control.snapshots.put(passing);
  const snapshot = await control.snapshots.get(passing);
  await control.snapshots.delete(passing);
  await writeOutput(file, `${JSON.stringify(snapshot)}\n`);
  console.log(`Saved sandbox ${sandbox} at ${now} with ${records} records to ${file}`);
}

async function load(file: string, { target }: SnapshotFlags): Promise<void> {
  const control = new Control(target, sendOverHttp);
  await control.snapshots.put(passing, await readJsonFile(file));
  const { name, clock } = await control.snapshots.restore(passing);
  await control.snapshots.delete(passing);
  console.log(`Restored sandbox ${name} from ${file}; its clock shows ${clock.now}`);
}
