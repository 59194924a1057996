import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { escapeControlCharacters, type HarEntry, readHar, type TargetDifference } from '@understudy/conformance';
import { isObject, stringifyJson, toKebabCase } from '@understudy/contract';
import { formatAgreement, readJson } from '@understudy/learning';
import { decodeComponent } from '@understudy/model';
import { Command } from 'commander';
import { loadConfiguredApis } from '../config/configured-apis.js';
import { createLearnedFiles } from '../learn/create-learned-files.js';
import { learnRecording, limitRecording } from '../learn/learn-recording.js';
import { RecordingCleaner, refuseOriginals } from '../learn/recording-cleaner.js';
import { proposeCorrections } from '../propose-corrections.js';
import { isReportFile } from '../read-run.js';
import { failWith, UsageError } from '../usage-error.js';
import { loadWorkspace } from '../workspace.js';
import { type Interruption, runInterruptibly } from './interruption.js';
import { collectValues } from './server-options.js';
import { printResult, readInput } from './write-output.js';

/** A string from a recording that occurs in the written files. */
interface RecordedText {
  readonly text: string;
  /** The first occurrences, such as `openapi.yaml:12`. */
  readonly places: string[];
  count: number;
}

/** Maximum numbers of listed occurrences of a string, and of strings that begin with the same word. */
const [mostPlaces, mostAlike] = [3, 500];
const [shortest, longest] = [2, 500];
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/**
 * Finds the strings from a recording that remain in files, for review by the user: values in bodies, parameters and
 * headers, and path segments.
 *
 * @param files contents by path
 */
function findRecordedTexts(entries: readonly HarEntry[], files: ReadonlyMap<string, string>): RecordedText[] {
  const byWord = indexTexts(listTexts(entries));
  const found = new Map<string, RecordedText>();
  for (const [file, content] of files)
    for (const [index, line] of content.split('\n').entries())
      for (const { 0: word, index: at } of line.matchAll(words))
        for (const text of byWord.get(word) ?? []) {
          const end = at + text.length;
          if (!line.startsWith(text, at) || /^[\p{L}\p{N}]/u.test(line.slice(end, end + 1))) continue;
          const known = found.get(text) ?? { text, places: [], count: 0 };
          found.set(text, known);
          known.count += 1;
          if (known.places.length < mostPlaces) known.places.push(`${file}:${index + 1}`);
        }
  return [...found.values()].sort((one, other) => (one.text < other.text ? -1 : 1));
}

/** Indexes strings by their first word, where the search for them starts. */
function indexTexts(texts: ReadonlySet<string>): Map<string, string[]> {
  const byWord = new Map<string, string[]>();
  for (const text of texts) {
    const first = text.match(/[\p{L}\p{N}].*/u)?.[0] ?? '';
    const [word] = first.match(words) ?? [];
    if (word === undefined) continue;
    const alike = byWord.get(word) ?? [];
    byWord.set(word, alike);
    if (alike.length < mostAlike) alike.push(first);
  }
  return byWord;
}

function listTexts(entries: readonly HarEntry[]): Set<string> {
  const texts = new Set<string>();
  const add = (text: string): void => {
    const plain = text.trim();
    // Numbers and replaced values need no review.
    if (plain.length < shortest || !/\p{L}/u.test(plain) || /^redacted-\d+/.test(plain)) return;
    texts.add(plain.slice(0, longest).split('\n')[0] ?? '');
  };
  const walk = (value: unknown): void => {
    if (typeof value === 'string') add(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (isObject(value)) Object.values(value).forEach(walk);
  };
  for (const { url, requestHeaders, responseHeaders, requestBody, responseBody } of entries) {
    const address = URL.canParse(url) ? new URL(url) : undefined;
    for (const segment of address?.pathname.split('/') ?? []) add(decodeComponent(segment) ?? segment);
    for (const value of address?.searchParams.values() ?? []) add(value);
    walk([Object.values(requestHeaders), Object.values(responseHeaders)]);
    for (const bytes of [requestBody, responseBody]) walkBody(Buffer.from(bytes ?? []).toString('utf8'), walk);
  }
  return texts;
}

function walkBody(body: string, walk: (value: unknown) => void): void {
  if (/^[\w.[\]%-]+=/.test(body)) walk([...new URLSearchParams(body).values()]);
  else walk(readJson(body) ?? body.split(/[\n<>]/));
}

interface LearnFlags {
  config?: string;
  api?: string;
  folder: string;
  keep?: string[];
  redact?: string[];
  review?: boolean;
  check?: string[];
  force?: boolean;
  json?: boolean;
}

/** Maximum size of a recording, in bytes and entries. */
const [mostBytes, mostEntries] = [64 * 1024 * 1024, 5000];

export function createLearnCommand(): Command {
  return new Command('learn')
    .description('Learn an API from recorded requests (HAR 1.2): its description, behavior, seed and a scenario')
    .argument(
      '<file...>',
      'HTTP archives of one service, in recording order; or the JSON report of a run against stage, to correct the simulators',
    )
    .option('--api <description>', 'existing OpenAPI description; writes an Overlay with the missing parts')
    .option('--folder <folder>', 'new folder for the results', 'learned')
    .option('--keep <name>', 'member whose personal data or amounts are not replaced (repeatable)', collectValues)
    .option(
      '--redact <name>',
      'header, parameter, member or field whose values are secrets (repeatable)',
      collectValues,
    )
    .option('--review', 'list every text of the recording that remains in the written files, with its place')
    .option('--check <har>', 'another recording to replay against the result (repeatable)', collectValues)
    .option('--force', 'replace files of an existing folder')
    .addHelpText(
      'after',
      '\nSecrets and personal data are replaced before anything is learned. The recording is replayed against the result,\nand the rate of equal responses is printed. It is also printed for the second half of the recording, learned from the first half only.\n\nExamples:\n  understudy learn traffic.har\n  understudy start ./learned\n  understudy learn traffic.har --api ./openapi.yaml --folder ./learned\n  understudy test run --target stage --report json=stage.json && understudy learn stage.json',
    )
    .action(async (files: string[], flags: LearnFlags) => {
      const [report = ''] = files;
      if (files.length > 1 || !(await isReportFile(report))) await learn(files, flags);
      else await runInterruptibly((interruption) => correct(report, flags, interruption));
    });
}

async function learn(files: string[], flags: LearnFlags): Promise<void> {
  const { api, folder, keep = [], redact = [], check = [], json, review = false } = flags;
  checkFolder(flags);
  const entries = (await Promise.all(files.map(readEntries))).flat();
  const others = await Promise.all(check.map(async (file) => [file, await readEntries(file)] as const));
  if (entries.length > mostEntries)
    throw new UsageError(
      `The recording has ${entries.length} entries; the limit is ${mostEntries}. Split the recording`,
    );
  const { entries: recorded, notes: limited } = limitRecording(entries);
  if (recorded.length < 2 && limited.length > 0) throw new UsageError(limited.join(' '));
  const description = api === undefined ? undefined : resolve(api);
  const cleaner = new RecordingCleaner({ keep, redact });
  const clean = cleaner.clean(recorded);
  const title = cleaner.text(basename(files[0] ?? 'api', extname(files[0] ?? '')));
  const name = toKebabCase(title).replace(/[^a-z0-9-]/g, '') || 'api';
  const result = await learnRecording(clean, {
    title,
    keep,
    ...(description === undefined ? {} : { description }),
    checks: Object.fromEntries(
      // A secret or person gets the same replacement in all recordings.
      others.map(([name, each]) => [name, cleaner.clean(limitRecording(each).entries)]),
    ),
  });
  const url = description === undefined ? '../openapi.yaml' : relative(join(resolve(folder), 'scenarios'), description);
  const { files: written, notes: found } = await createLearnedFiles(name, result, { entries: clean, url, description });
  const notes = [...limited, ...found];
  refuseOriginals(cleaner, written);
  const texts = review ? findRecordedTexts(clean, written) : undefined;
  writeFolder(resolve(folder), written);
  const { agreements, costs } = result;
  await printResult({ folder, files: [...written.keys()], agreements, costs, notes, texts }, json, () =>
    [
      ...(texts === undefined ? [] : formatTexts(texts)),
      ...notes,
      ...Object.entries(agreements).map(([what, agreement]) => `${what}: ${formatAgreement(agreement)}`),
      ...(costs.length === 0 ? [] : ['Statements of the first half that cost most:']),
      ...costs.slice(0, 5).map(({ statement, count }) => `  ${count} × ${statement}`),
      ...(Object.values(agreements)[0]?.causes.length === 0 ? [] : ['Differences:']),
      ...(Object.values(agreements)[0]?.causes ?? []).slice(0, 10).map(({ cause, count }) => `  ${count} × ${cause}`),
      `Wrote ${[...written.keys()].join(', ')} to ${folder}. Next: understudy start ${
        api === undefined
          ? /^[./]/.test(folder)
            ? folder
            : `./${folder}`
          : `${api}${written.has('overlay.yaml') ? ` --overlays ${join(folder, 'overlay.yaml')}` : ''}`
      }`,
    ]
      .map(escapeControlCharacters)
      .join('\n'),
  );
}

function formatTexts(texts: readonly RecordedText[]): string[] {
  return [
    `${texts.length} texts of the recording remain in the files. Replace a member with --redact <name>:`,
    ...texts.map(({ text, places, count }) => {
      const more = count > places.length ? ` and ${count - places.length} more` : '';
      return `  ${stringifyJson(text)}: ${places.join(', ')}${more}`;
    }),
  ];
}

/** Proposes corrections to the simulators, based on a run against stage. */
async function correct(report: string, flags: LearnFlags, interruption: Interruption): Promise<void> {
  const { folder, json } = flags;
  if (flags.api !== undefined) throw new UsageError('--api is for recordings, not for a report');
  checkFolder(flags);
  const workspace = await loadWorkspace([], await loadConfiguredApis(flags.config));
  const { files: written, before, after, settings } = await proposeCorrections(report, workspace, interruption);
  writeFolder(resolve(folder), written);
  const names = [...written.keys()];
  const list = (differences: readonly TargetDifference[]) =>
    differences.map(({ api, operationId, message }) => `  ${api} ${operationId}: ${message}`);
  const overlay = written.has('overlay.yaml') ? ` --overlays ${join(folder, 'overlay.yaml')}` : '';
  const config = written.has('understudy.config.yaml') ? ` --config ${join(folder, 'understudy.config.yaml')}` : '';
  await printResult({ folder, files: names, settings, before, after }, json, () =>
    [
      `Simulators and stage: ${before.length} differences, ${after.length} with the corrections.`,
      ...Object.entries(settings).map(([setting, { length }]) => `  ${setting}: removes ${length}`),
      ...(after.length === 0 ? [] : ['No correction removes these differences:', ...list(after)]),
      names.length === 0
        ? 'There is nothing to correct.'
        : `Wrote ${names.join(', ')} to ${folder}. Next: understudy start${overlay}${config}`,
    ]
      .map(escapeControlCharacters)
      .join('\n'),
  );
}

function checkFolder({ force, folder }: LearnFlags): void {
  if (force !== true && existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${folder} already contains files; choose another --folder, or replace files with --force`);
}

async function readEntries(file: string): Promise<readonly HarEntry[]> {
  const { size } = await stat(file).catch(failWith(`Cannot read ${file}`));
  if (size > mostBytes)
    throw new UsageError(`${file} has ${size} bytes; the limit is ${mostBytes}. Split the recording`);
  return readHar(await readInput(file)).entries;
}

/** Writes all files or none. Signals are handled only after the folder is complete. */
function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  const wait = (): void => {};
  process.on('SIGINT', wait).on('SIGTERM', wait);
  const partial = `${folder}.partial`;
  try {
    rmSync(partial, { recursive: true, force: true });
    for (const [path, content] of files) {
      mkdirSync(dirname(join(partial, path)), { recursive: true });
      writeFileSync(join(partial, path), content);
    }
    for (const path of files.keys()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      renameSync(join(partial, path), join(folder, path));
    }
  } finally {
    rmSync(partial, { recursive: true, force: true });
    process.off('SIGINT', wait).off('SIGTERM', wait);
  }
}
