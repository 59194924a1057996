import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createReplayTarget, type RunRecording } from '@understudy/conformance';
import { createContract, parseJson, stringifyJson } from '@understudy/contract';
import { locateAsset } from './locate-asset.js';
import type { OpenTarget, TargetChoice } from './target-choice.js';
import { UsageError } from './usage-error.js';
import { loadContracts } from './workspace.js';

const defaultRecordings = join('fixtures', 'recordings');

const factsFile = 'recording.json';

/** Writes a recording to its own folder, replacing any earlier one. @returns the folder */
export async function writeRecording(name: string, { facts, exchanges }: RunRecording): Promise<string> {
  const folder = join(defaultRecordings, checkRecordingName(name));
  // Old exchange files would be read as part of the new recording.
  if (existsSync(join(folder, factsFile))) await rm(folder, { recursive: true });
  await mkdir(folder, { recursive: true });
  const files: Record<string, string> = {};
  for (const [index, [workflow, list]] of Object.entries(exchanges).entries()) {
    const file = `${index + 1}-${workflow.split('#').at(-1)}.json`;
    files[workflow] = file;
    await writeFile(join(folder, file), `${stringifyJson(list, 1)}\n`);
  }
  await writeFile(join(folder, factsFile), `${stringifyJson({ ...facts, files }, 2)}\n`);
  return folder;
}

/** Reads a recording from `fixtures/recordings`, or a built-in one. @throws UsageError if it does not exist */
export async function readRecording(name: string): Promise<RunRecording> {
  const folders = [
    join(defaultRecordings, checkRecordingName(name)),
    join(locateAsset('fixtures'), 'recordings', name),
  ];
  const folder = folders.find((path) => existsSync(join(path, factsFile)));
  if (folder === undefined) {
    throw new UsageError(
      `Unknown recording "${name}" in ${defaultRecordings}${await others()}. Create it with run --record ${name}`,
    );
  }
  const { files, ...facts }: RunRecording['facts'] & { files: Record<string, string> } = parseJson(
    await readFile(join(folder, factsFile), 'utf8'),
  );
  if (facts.format !== 2)
    throw new UsageError(`The recording ${folder} is damaged or from another version. Record the run again`);
  const lists = Object.entries(files).map(
    async ([workflow, file]): Promise<[string, RunRecording['exchanges'][string]]> => {
      return [workflow, parseJson(await readFile(join(folder, file), 'utf8'))];
    },
  );
  return { facts, exchanges: Object.fromEntries(await Promise.all(lists)) };
}

/** Lists the scenario files of a recording. Returns none for other targets. */
export async function listRecordedFiles(target: string): Promise<readonly string[]> {
  if (!target.startsWith('recording:')) return [];
  return (await readRecording(target.slice('recording:'.length))).facts.options.files;
}

async function others(): Promise<string> {
  if (!existsSync(defaultRecordings)) return '';
  const names = await readdir(defaultRecordings);
  return names.length === 0 ? '' : `. Available: ${names.join(', ')}`;
}

/** Checks the name of a recording. @throws UsageError for an invalid name */
export function checkRecordingName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]*$/i.test(name)) return name;
  throw new UsageError(`Invalid recording name "${name}". Use only letters, digits and . _ -`);
}

export async function openRecording(name: string, choice: TargetChoice = {}): Promise<OpenTarget> {
  const recording = await readRecording(name);
  const contracts = choice.contracts ?? (await loadContracts());
  const { target, close } = await createReplayTarget(name, recording);
  const { options, runId, descriptions } = recording.facts;
  const changed = Object.entries(descriptions).map(([api, document]) => [api, createContract(api, document)] as const);
  return {
    target,
    contracts: new Map([...contracts, ...changed]),
    secrets: recording.facts.secrets,
    allowedEffects: options.allowEffects ?? ['read'],
    ...(runId === undefined ? {} : { runId }),
    recorded: recording.facts,
    close: async () => close(),
  };
}
