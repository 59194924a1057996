import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ReportInput, type ReportKind, renderReport, reportKinds } from '@understudy/conformance';
import { InvalidArgumentError } from 'commander';
import { WrongUse } from '../wrong-use.js';

/** A report and where it goes. */
export interface ReportWish {
  kind: ReportKind;
  /** A file; for `har` a folder; empty for `github`, which writes where the job says. */
  path: string;
}

/** Reads `--report kind=path`; the path may be left out for `github` only. */
export function collectReport(text: string, earlier: readonly ReportWish[] = []): ReportWish[] {
  const [name = '', path = ''] = text.split(/=(.*)/s);
  const kind = reportKinds.find((known) => known === name);
  if (kind === undefined || (path === '') !== (kind === 'github')) {
    const kinds = reportKinds.filter((known) => known !== 'github').join(', ');
    throw new InvalidArgumentError(`It must be github, or <kind>=<path> with one of ${kinds}.`);
  }
  return [...earlier, { kind, path }];
}

/**
 * Writes reports. `github` prints its annotations and appends its summary to the file that `GITHUB_STEP_SUMMARY` names.
 *
 * @throws WrongUse when one cannot be written
 */
export async function writeReports(wishes: readonly ReportWish[], input: ReportInput): Promise<void> {
  for (const { kind, path } of wishes) {
    for (const { name, text } of renderReport(kind, input)) {
      if (kind === 'github') await tellGithub(name, text);
      else await write(name === '' ? path : join(path, name), text);
    }
  }
}

async function tellGithub(name: string, text: string): Promise<void> {
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (name === 'annotations') process.stdout.write(text);
  else if (summary === undefined) process.stdout.write(text);
  else await attempt(() => appendFile(summary, text));
}

async function write(path: string, text: string): Promise<void> {
  await attempt(async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  });
}

async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw new WrongUse(`The report cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
