import { exitCodes } from '@understudy/conformance';
import { parseJson, stringifyJson, writeYaml } from '@understudy/contract';
import type { ApiDefinition, SandboxArchive } from '@understudy/kernel';
import { DataFolder, SharedDatabase } from '@understudy/persistence';
import { checkArchive } from '@understudy/server';
import { Command } from 'commander';
import { chooseApis } from '../apis/apis.js';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { type ChangesQuery, Control, type RecordChange } from '../control/control.js';
import { ControlClient, ControlError } from '../control/control-calls.js';
import { sendOverHttp } from '../control-access.js';
import { describeServer } from '../describe-server.js';
import { isDatabaseUrl } from '../is-database.js';
import { UsageError } from '../usage-error.js';
import { backUp, loadSnapshot, restoreBackup, takeSnapshot } from './data-backup.js';
import { readConfiguration } from './read-configured-settings.js';
import { parseCount } from './server-options.js';
import { readJsonFile, writeOutput } from './write-output.js';

interface StateFlags {
  readonly data?: string;
  readonly target: string;
  readonly config: string;
  readonly json?: boolean;
  readonly replace?: boolean;
  readonly before?: number;
  readonly with?: string;
}

/** Creates the commands for the sandboxes of a running server. */
export const stateCommands = {
  ls: () =>
    onServer('ls', 'List the sandboxes').action((flags: StateFlags) =>
      withControl(flags, (control) => list(control, flags)),
    ),
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
  diff: () =>
    onServer('diff', 'List records that were added, changed or removed since the sandbox was created, reset or seeded')
      .option('--from-snapshot <name>', 'start from a named snapshot')
      .action((flags: StateFlags & ChangesQuery) => withControl(flags, (control) => printChanges(control, flags))),
  undo: () =>
    onServer('undo', 'Revert the latest edit of a record, or everything since a journal entry')
      .option('--before <number>', 'restore the state before this journal entry', parseCount)
      .action((flags: StateFlags) =>
        withControl(flags, async (control) => {
          const { before, count } = await control.undo(flags.before);
          console.log(`Restored the state before journal entry ${before}: ${count} records reverted`);
        }),
      ),
  reset: () =>
    onServer('reset', 'Reset a sandbox to its initial seed, clock and settings').action((flags: StateFlags) =>
      withControl(flags, async (control) => {
        const { name, clock } = await control.reset();
        console.log(`Reset sandbox ${name}; its clock shows ${clock.now}`);
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
  seed: () =>
    onServer('seed', 'Save the records of a described API as a file for start --seed')
      .argument('<api>', 'name of the API on the server')
      .argument('<file>', 'file to write: YAML or JSON, depending on the extension')
      .action((api: string, file: string, flags: StateFlags) =>
        withControl(flags, (_control, calls) => saveSeed(api, file, calls)),
      ),
  trigger: () =>
    onServer('trigger', 'Send a webhook or event of a described API')
      .argument('<api>', 'name of the API on the server')
      .argument('<event>', 'a webhook from the description, or an event such as order.created')
      .option('--with <json>', 'members of the entity in the event (default: the newest stored entity)')
      .action((api: string, event: string, { with: data, ...flags }: StateFlags) => {
        const input = data === undefined ? { event } : { event, data: parseData(data) };
        return withControl(flags, (_control, calls) => trigger(api, input, calls));
      }),
  check: () =>
    new Command('check')
      .description('Read all records of a data folder that no server uses, and report damage')
      .option('--data <folder>', 'the data folder (default: data in the configuration)')
      .action(check),
};

function onServer(name: string, description: string): Command {
  return new Command(name).description(description);
}

/** Calls a control plane, reports its error and sets the exit code. */
async function withControl(
  { target }: StateFlags,
  work: (control: Control, calls: ControlClient) => Promise<void>,
): Promise<void> {
  try {
    await work(new Control(target, sendOverHttp), new ControlClient(`${target}/_sim`, sendOverHttp));
  } catch (error) {
    const isRefused = error instanceof ControlError;
    if (error instanceof SyntaxError || (isRefused && typeof error.problem !== 'object'))
      throw new UsageError(
        `${target} does not respond like an Understudy server. Use the base URL that understudy start prints`,
      );
    if (isRefused) throw new UsageError(error.message);
    if (!(error instanceof TypeError)) throw error;
    console.error(`error: ${target} is unreachable; start it with understudy start`);
    process.exitCode = exitCodes.unreachable;
  }
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

async function printChanges(control: Control, flags: StateFlags & ChangesQuery): Promise<void> {
  const { target: _target, json, config: _config, ...query } = flags;
  const changes = await control.changes(query);
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

async function saveSeed(api: string, file: string, calls: ControlClient): Promise<void> {
  const path = `/actions/${encodeURIComponent(api)}/seed`;
  const { data, omitted } = await calls.post<{ data: Record<string, unknown[]>; omitted: number }>(path, {});
  const seed = { [api]: data };
  await writeOutput(file, /\.ya?ml$/.test(file) ? await writeYaml(seed) : `${stringifyJson(seed, 2)}\n`);
  const count = Object.values(data).reduce((sum, records) => sum + records.length, 0);
  const left = omitted === 0 ? '' : `; ${omitted} records are too many and were left out`;
  console.log(`Wrote ${count} records of ${Object.keys(data).length} collections to ${file}${left}`);
}

async function trigger(api: string, input: { readonly event: string }, calls: ControlClient): Promise<void> {
  const { sent } = await calls.post<{ sent: number }>(`/apis/${encodeURIComponent(api)}/trigger`, input);
  console.log(
    sent === 0
      ? `${input.event} has no receiver: set ${api}.webhookUrl, or subscribe through the API`
      : `Sent ${input.event} to ${sent} of ${api}`,
  );
}

function parseData(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new UsageError(`--with must be JSON, such as '{"id": 1}', but is ${text}`);
  }
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

export function createEnvCommand(): Command {
  return new Command('env')
    .description('Print the addresses and credentials of a server as dotenv lines')
    .argument('[api...]', 'APIs that the server runs (default: all)')
    .action(async (apis: string[], { target, config }: { target: string; config: string }, command: Command) => {
      const { chosen } = await chooseApis(apis, await loadConfiguredApis(config));
      const isGiven = command.getOptionValueSource('target') === 'cli';
      const url = (isGiven ? undefined : (await readConfiguration(config)).publicUrl) ?? target;
      console.log(dotenvLines(url, chosen).join('\n'));
    });
}

function dotenvLines(url: string, chosen: readonly ApiDefinition[]): string[] {
  const { control, apis, credentials } = describeServer(url, chosen);
  const perApi = Object.entries(apis).flatMap(([api, addresses]) => {
    const scope = credentials.analysis.scopes[api];
    return variableLines(api, { ...addresses, ...(scope === undefined ? {} : { scope }) });
  });
  const accounts = Object.entries(credentials).flatMap(([account, values]) => variableLines(account, values));
  return [`UNDERSTUDY_URL=${url}`, `UNDERSTUDY_CONTROL=${control}`, ...perApi, ...accounts];
}

/** Formats each string value as a line. `companyId` of `notes` becomes `UNDERSTUDY_NOTES_COMPANY_ID`. */
function variableLines(of: string, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [`UNDERSTUDY_${inCapitals(of)}_${inCapitals(name)}=${value}`] : [],
  );
}

function inCapitals(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|-/g, '_').toUpperCase();
}
