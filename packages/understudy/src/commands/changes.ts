import { stringifyJson } from '@understudy/contract';
import { Command } from 'commander';
import { type ChangesQuery, Control, type RecordChange } from '../control/control.js';
import { sendOverHttp } from '../control-access.js';
import { reportControlErrors } from './report-control-errors.js';
import { createTargetOption, parseCount } from './server-options.js';

interface ChangesFlags extends ChangesQuery {
  readonly target: string;
  readonly json?: true;
  readonly config: string;
}

export function createChangesCommand(): Command {
  return new Command('diff')
    .description('List records that were added, changed or removed since the sandbox was created, reset or seeded')
    .option('--from-snapshot <name>', 'start from a named snapshot')
    .option('--limit <number>', 'maximum number of records', parseCount, 500)
    .option('--json', 'print JSON')
    .addOption(createTargetOption())
    .action((flags: ChangesFlags) => reportControlErrors(flags, () => printChanges(flags)));
}

export function createUndoCommand(): Command {
  return new Command('undo')
    .description('Revert the latest edit of a record, or everything since a journal entry')
    .option('--before <number>', 'restore the state before this journal entry', parseCount)
    .addOption(createTargetOption())
    .action((flags: { readonly target: string; readonly before?: number }) =>
      reportControlErrors(flags, async () => {
        const { before, count } = await new Control(flags.target, sendOverHttp).undo(flags.before);
        console.log(`Restored the state before journal entry ${before}: ${count} records reverted`);
      }),
    );
}

export function createResetCommand(): Command {
  return new Command('reset')
    .description('Reset a sandbox to its initial seed, clock and settings')
    .addOption(createTargetOption())
    .action((flags: { readonly target: string }) =>
      reportControlErrors(flags, async () => {
        const { name, clock } = await new Control(flags.target, sendOverHttp).reset();
        console.log(`Reset sandbox ${name}; its clock shows ${clock.now}`);
      }),
    );
}

async function printChanges({ target, json, config: _config, ...query }: ChangesFlags): Promise<void> {
  const changes = await new Control(target, sendOverHttp).changes(query);
  if (json === true) console.log(stringifyJson(changes, 2));
  else console.log(changes.length === 0 ? 'No changes' : changes.flatMap(linesOf).join('\n'));
}

function linesOf({ api, tenantId, collection, key, change, members = [] }: RecordChange): string[] {
  const owner = tenantId === undefined ? '' : ` of tenant ${tenantId}`;
  const text = (value: unknown) => stringifyJson(value) ?? 'absent';
  return [
    `${change} ${api} ${collection} ${key}${owner}`,
    ...members.map(({ pointer, before, after }) => `  ${pointer}: ${text(before)} -> ${text(after)}`),
  ];
}
