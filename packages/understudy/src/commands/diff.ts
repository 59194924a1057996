import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  checkBaseline,
  type DescriptionChange,
  diffContracts,
  exitCodes,
  formatBaseline,
  formatSarifReport,
  updateBaseline,
  wallClock,
} from '@understudy/conformance';
import { type ApiContract, stringifyJson } from '@understudy/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { allowedRefFolders } from '../apis/load-api.js';
import { failWith, UsageError } from '../usage-error.js';
import { describeEntry, loadBaseline, parseDay, today } from './baseline.js';
import { printResult, writeOutput } from './write-output.js';

interface DiffFlags {
  audience: DescriptionChange['audience'] | 'all';
  allow?: string;
  owner?: string;
  expires?: string;
  report?: (readonly [kind: string, path: string])[];
  json?: boolean;
}

/** Maximum number of changes shown as text. Reports contain all of them. */
const maxShown = 100;

/** Maximum number of characters shown of an example value. Reports contain the full value. */
const maxWitness = 200;

const run = promisify(execFile);
const maxFiles = 500;
const limits = { maxBuffer: 64 * 1024 * 1024, timeout: 20_000 };

/** A description from a git revision, copied with the JSON and YAML files in its folder and subfolders. */
interface RevisionCopy {
  readonly file: string;
  /** The temporary folder to remove. */
  readonly folder: string;
  /** The source of the copy, such as `main:specs/`. */
  readonly source: string;
}

export function createDiffCommand(): Command {
  return new Command('diff')
    .description(
      'List the changes between two OpenAPI descriptions that break consumers or providers, and those of the implied behavior',
    )
    .argument('<old>', 'earlier description: a file, a URL, or <git revision>:<path>')
    .argument('<new>', 'later description: a file, a URL, or <git revision>:<path>')
    .addOption(
      new Option('--audience <name>', 'whose breaking changes fail the command')
        .choices(['consumers', 'providers', 'all'])
        .default('consumers'),
    )
    .option('--allow <file>', 'baseline of accepted changes, each with an owner and an expiry date')
    .option('--owner <name>', 'with --expires: add the new breaking changes to the --allow file')
    .option('--expires <day>', 'the last day on which they are accepted (YYYY-MM-DD)', parseDay)
    .option('--report <kind=path>', 'write sarif, markdown or json to a file (repeatable)', collectReport)
    .addHelpText(
      'after',
      '\nExamples:\n  understudy check diff main:specs/openapi.yaml specs/openapi.yaml\n  understudy check diff v1.yaml v2.yaml --report markdown=changes.md',
    )
    .action(diff);
}

async function diff(oldName: string, newName: string, flags: DiffFlags): Promise<void> {
  const copies: RevisionCopy[] = [];
  try {
    await diffLoaded({ names: [oldName, newName], flags, copies });
  } finally {
    for (const { folder } of copies) await rm(folder, { recursive: true, force: true });
  }
}

interface DiffRequest {
  readonly names: readonly [before: string, after: string];
  readonly flags: DiffFlags;
  /** Copies of revisions, which are deleted after the comparison. */
  readonly copies: RevisionCopy[];
}

async function diffLoaded({ names: [oldName, newName], flags, copies }: DiffRequest): Promise<void> {
  const startedAt = new Date(wallClock.now()).toISOString();
  const [before, after] = [await loadContract(oldName, copies), await loadContract(newName, copies)];
  const changes = diffContracts(before, after).map((change) => withRevision(change, copies));
  const { compareBehavior } = await import('@understudy/fuzzing');
  const behavior = compareBehavior(before, after);
  const meant = changes.filter(({ audience }) => flags.audience === 'all' || audience === flags.audience);
  const allowed = flags.allow === undefined ? { version: 2 as const, findings: [] } : await loadBaseline(flags.allow);
  const { unlisted, accepted, expired } = checkBaseline(allowed, { causes: meant, workflows: [] }, today());
  const isClean = unlisted.length === 0 && expired.length === 0;
  if (flags.allow !== undefined && flags.owner !== undefined && flags.expires !== undefined) {
    const { owner, expires } = flags;
    const when = { today: today(), root: process.cwd() };
    const { baseline } = updateBaseline(allowed, { causes: meant, workflows: [] }, { owner, expires }, when);
    await writeOutput(flags.allow, formatBaseline(baseline));
  }
  const exitCode = isClean ? exitCodes.clean : exitCodes.findings;
  const result = {
    target: `${oldName}..${newName}`,
    startedAt,
    exitCode,
    findings: [],
    causes: changes,
    workflows: [],
    behavior,
  };
  const expiry = expired.map(
    (entry) => `expired: ${describeEntry(entry)}; owner ${entry.owner}, expired ${entry.expires}`,
  );
  const accept = new Set(accepted.map(({ id }) => id));
  const text = [
    ...changes.slice(0, maxShown).flatMap((change) => changeText(change, accept.has(change.fingerprint))),
    ...(changes.length > maxShown ? [`… and ${changes.length - maxShown} more; see --report`] : []),
    ...behavior.slice(0, maxShown).map((each) => `behavior: ${each}`),
    ...expiry,
    summaryOf(changes, accept),
  ].join('\n');
  for (const [kind, path] of flags.report ?? []) {
    if (kind === 'sarif') await writeOutput(path, formatSarifReport({ result, root: process.cwd() }));
    else await writeOutput(path, kind === 'json' ? `${stringifyJson(result, 2)}\n` : toMarkdown(changes, accept));
  }
  await printResult(result, flags.json, () => text);
  process.exitCode = exitCode;
}

async function loadContract(name: string, copies: RevisionCopy[]): Promise<ApiContract> {
  const copy = !existsSync(name) && name.includes(':') ? await readRevision(name) : undefined;
  if (copy !== undefined) copies.push(copy);
  const { loadWrittenContract } = await import('@understudy/described');
  return await loadWrittenContract(resolve(copy?.file ?? name), { refFolders: allowedRefFolders });
}

/** Returns a change that names the revision instead of its copy. */
function withRevision(change: DescriptionChange, copies: readonly RevisionCopy[]): DescriptionChange {
  const { place } = change;
  const copy = copies.find(({ folder }) => place?.file.startsWith(folder));
  if (place === undefined || copy === undefined) return change;
  return { ...change, place: { ...place, file: `${copy.source}${place.file.slice(copy.folder.length + 1)}` } };
}

function verdictOf({ severity, audience }: DescriptionChange, isAccepted: boolean): string {
  return isAccepted ? 'accepted' : `${severity === 'error' ? 'breaks' : 'can break'} ${audience}`;
}

function changeText(change: DescriptionChange, isAccepted: boolean): string[] {
  const { title, ruleId, fingerprint, place, witness } = change;
  const at = place === undefined ? '' : `${place.file}:${place.line ?? 1} `;
  return [
    `${verdictOf(change, isAccepted)}: ${title} [${at}${ruleId} ${fingerprint}]`,
    ...(witness === undefined ? [] : [`  for example: ${textOf(witness)}`]),
  ];
}

function textOf(witness: unknown): string {
  const text = stringifyJson(witness) ?? '';
  return text.length > maxWitness ? `${text.slice(0, maxWitness)} …` : text;
}

function summaryOf(changes: readonly DescriptionChange[], accepted: ReadonlySet<string>): string {
  const count = (severity: string, audience: string) =>
    changes.filter((each) => each.severity === severity && each.audience === audience).length;
  return `${count('error', 'consumers')} changes break consumers and ${count('warning', 'consumers')} can; ${count('error', 'providers')} break providers and ${count('warning', 'providers')} can; ${accepted.size} accepted.`;
}

function toMarkdown(changes: readonly DescriptionChange[], accepted: ReadonlySet<string>): string {
  const cell = (text: string) => text.replaceAll(/[\\|<>]/g, '\\$&').replaceAll('\n', ' ');
  return `${[
    '| verdict | change | id |',
    '| --- | --- | --- |',
    ...changes.map((change) => {
      const { title, fingerprint } = change;
      const verdict = verdictOf(change, accepted.has(fingerprint));
      return `| ${verdict} | ${cell(title)} | \`${fingerprint}\` |`;
    }),
    '',
    summaryOf(changes, accepted),
  ].join('\n')}\n`;
}

function collectReport(
  text: string,
  earlier: readonly (readonly [string, string])[] = [],
): (readonly [string, string])[] {
  const [, kind = '', path = ''] = /^(sarif|markdown|json)=(.+)$/.exec(text) ?? [];
  if (path === '') throw new InvalidArgumentError('It must be sarif=<file>, markdown=<file> or json=<file>.');
  return [...earlier, [kind, path]];
}

/**
 * Copies a description from a git revision: `<revision>:<path from the root>`.
 *
 * @throws UsageError if git does not find it
 */
async function readRevision(text: string): Promise<RevisionCopy> {
  const [, revision = '', path = ''] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (!/^[\w@][\w@./~^{}-]*$/.test(revision)) throw new UsageError(`"${revision}" is not a git revision`);
  const git = async (...args: string[]) =>
    (await run('git', args, limits).catch(failWith(`Cannot read ${text}`))).stdout;
  const parent = posix.dirname(posix.normalize(path));
  const listed = await git(
    'ls-tree',
    '-r',
    '-z',
    '--full-tree',
    '--name-only',
    revision,
    '--',
    parent === '.' ? '.' : `${parent}/`,
  );
  const names = listed.split('\0').filter((name) => /\.(?:ya?ml|json)$/i.test(name));
  if (!names.includes(posix.normalize(path))) throw new UsageError(`${text}: the revision has no such file`);
  const folder = await mkdtemp(join(tmpdir(), 'understudy-revision-'));
  for (const name of [posix.normalize(path), ...names.filter((each) => each !== path).slice(0, maxFiles)]) {
    const file = join(folder, posix.relative(parent, name));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await git('show', `${revision}:${name}`));
  }
  return { file: join(folder, basename(path)), folder, source: `${revision}:${parent === '.' ? '' : `${parent}/`}` };
}
