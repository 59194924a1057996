import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import {
  escapeControlCharacters,
  exitCodes,
  formatScenario,
  type RecordedScenario,
  readDeclaredInputs,
  recordScenario,
} from '@understudy/conformance';
import { locateSource, membersOf } from '@understudy/contract';
import { Command, InvalidArgumentError } from 'commander';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { locateAsset } from '../locate-asset.js';
import { UsageError } from '../usage-error.js';
import { loadWorkspace, type ScenarioWorkspace } from '../workspace.js';
import { collectValues, createBaseUrlOption, createTargetOption, parseCount, requireKnown } from './server-options.js';
import { readInput } from './write-output.js';

interface RecordScenarioFlags {
  target: string;
  last?: number;
  api?: string[];
  baseUrl?: string[];
  file?: Record<number, string>;
  out?: string;
  config?: string;
}

export function createRecordScenarioCommand(): Command {
  return new Command('record-scenario')
    .description('Create an Arazzo scenario from the requests of a running simulator or an HTTP archive (HAR 1.2)')
    .argument('[file]', 'HTTP archive, or - for standard input (default: the journal of --target)')
    .addOption(createTargetOption())
    .option('--last <number>', 'only the last N requests', parseCount)
    .option('--api <api>', 'only requests to this API, plus token requests (repeatable)', collectValues)
    .addOption(createBaseUrlOption())
    .option('--file <entry=path>', 'original body file of an entry whose recorded body is incomplete', parseFile)
    .option('-o, --out <file>', 'write NAME.arazzo.yaml, with long bodies in separate files next to it')
    .addHelpText(
      'after',
      "\nResponse values that requests reuse become outputs; secrets and tenants become inputs. A token that is missing from\nthe recording is assumed to be the latest one. A scenario recorded from a journal starts with the sandbox's seed.\nAdd the claims yourself: see understudy explain list claims.\n\nExample:\n  understudy learn record-scenario --last 12 --out scenarios/my-upload.arazzo.yaml\n  understudy check lint scenarios/my-upload.arazzo.yaml\n  understudy test run scenarios/my-upload.arazzo.yaml",
    )
    .action(record);
}

async function record(file: string | undefined, flags: RecordScenarioFlags): Promise<void> {
  if (flags.out !== undefined && !/\.arazzo\.ya?ml$/.test(flags.out)) {
    throw new UsageError(`${flags.out} must end with .arazzo.yaml to be recognized as a scenario`);
  }
  const workspace = await loadWorkspace([], await loadConfiguredApis(flags.config));
  requireKnown(flags.api, workspace.contracts);
  const har = file === undefined ? await journalOf(flags) : await readInput(file);
  if (har === undefined) return;
  const folder = flags.out === undefined ? process.cwd() : dirname(resolve(flags.out));
  const recorded = await recordScenario({
    har,
    contracts: workspace.contracts,
    baseUrls: flags.baseUrl,
    apis: flags.api,
    last: flags.last,
    workflowId: nameFrom(flags.out),
    defaults: defaultsOf(workspace),
    files: Object.fromEntries(
      Object.entries(flags.file ?? {}).map(([entry, path]) => [entry, fromHere(folder, resolve(path))]),
    ),
    urlOf: (source) => {
      const contract = workspace.contracts.get(source);
      const own = contract === undefined ? undefined : locateSource(contract.document, '').file;
      return fromHere(folder, resolve(own ?? join(locateAsset('specs'), source, 'openapi.yaml')));
    },
  });
  for (const note of recorded.notes) console.error(escapeControlCharacters(`note: ${note}`));
  await write(recorded, formatScenario(recorded, workspace.ledger), folder, flags);
}

async function write(
  { document, files }: RecordedScenario,
  text: string,
  folder: string,
  { out }: RecordScenarioFlags,
): Promise<void> {
  if (out === undefined) {
    if (files.length > 0)
      throw new UsageError(`${files.length} bodies need separate files; set their location with --out`);
    process.stdout.write(text);
    return;
  }
  await mkdir(folder, { recursive: true });
  // A second recording must not overwrite files.
  await writeFile(out, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new UsageError(`${out} already exists. Choose another file or delete it`);
  });
  for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
  const steps = document.workflows[0]?.steps.length ?? 0;
  console.log(
    `${out}: ${steps} steps${files.length === 0 ? '' : `, ${files.length} body files`}. Next: understudy check lint ${out}`,
  );
}

/** Reads the journal as an HTTP archive. If the server is unreachable, sets the exit code and returns undefined. */
export async function journalOf({ target }: Pick<RecordScenarioFlags, 'target'>): Promise<string | undefined> {
  const address = `${target}/_sim/journal.har`;
  const token = process.env['UNDERSTUDY_CONTROL_TOKEN'];
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(address, { headers }).catch(() => undefined);
  if (response === undefined) {
    console.error(`error: ${target} is unreachable; start it with understudy start, or pass an archive`);
    process.exitCode = exitCodes.unreachable;
    return undefined;
  }
  const text = await response.text();
  if (!response.ok) throw new UsageError(`${address} returned ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

/** Returns the most frequent default of each scenario input. */
export function defaultsOf({ files }: ScenarioWorkspace): Record<string, unknown> {
  const counts = new Map<string, Map<unknown, number>>();
  for (const file of files) {
    for (const workflow of file.document.workflows) {
      for (const [name, schema] of Object.entries(readDeclaredInputs(workflow, file).properties)) {
        const { default: given } = membersOf(schema);
        const known = counts.get(name) ?? new Map<unknown, number>();
        if (given !== undefined) counts.set(name, known.set(given, (known.get(given) ?? 0) + 1));
      }
    }
  }
  const frequent = [...counts].map(([name, known]) => [
    name,
    [...known].sort((one, other) => other[1] - one[1])[0]?.[0],
  ]);
  return Object.fromEntries(frequent);
}

function nameFrom(out: string | undefined): string {
  const name = out
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\.arazzo\.ya?ml$/, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-');
  return name === undefined || name === '' ? 'recorded' : name;
}

function fromHere(folder: string, path: string): string {
  const short = relative(folder, path).replaceAll('\\', '/');
  return short.startsWith('.') ? short : `./${short}`;
}

export function parseName(given: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(given))
    throw new InvalidArgumentError('It can contain only letters, digits, "-" and "_".');
  return given;
}

function parseFile(given: string, earlier: Record<number, string> = {}): Record<number, string> {
  const [, entry, path] = /^(\d+)=(.+)$/.exec(given) ?? [];
  if (entry === undefined || path === undefined)
    throw new InvalidArgumentError('It must be <entry>=<path>, such as 4=./upload.json.');
  return { ...earlier, [Number(entry)]: path };
}
