import { stringifyJson } from '@understudy/contract';
import { Command } from 'commander';
import { type ChangesQuery, Control, type RecordChange } from '../control/control.js';
import { sendOverHttp } from '../control-access.js';
import { reportControlErrors } from './report-control-errors.js';
import { createTargetOption, parseCount } from './server-options.js';

interface ChangesFlags extends ChangesQuery {
  readonly target: string;
  readonly json?: true;
}

export function createChangesCommand(): Command {
  return new Command('changes')
    .description('List records that were added, changed or removed since the sandbox was created, reset or seeded')
    .option('--from-snapshot <name>', 'start from a named snapshot')
    .option('--to-snapshot <name>', 'compare with a named snapshot (default: the current state)')
    .option('--from-entry <number>', 'start from the state before a journal entry', parseCount)
    .option('--to-entry <number>', 'compare with the state before a journal entry', parseCount)
    .option('--limit <number>', 'maximum number of records', parseCount, 500)
    .option('--json', 'print JSON')
    .addOption(createTargetOption())
    .action((flags: ChangesFlags) => reportControlErrors(flags, () => printChanges(flags)));
}

async function printChanges({ target, json, ...query }: ChangesFlags): Promise<void> {
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
