import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReportInput, type ReportKind, renderReport, reportKinds } from '@understudy/conformance';
import { InvalidArgumentError } from 'commander';
import { failWith, UsageError } from '../usage-error.js';
import { writeOutput } from './write-output.js';

export interface ReportRequest {
  kind: ReportKind;
  /** Output file, or a folder for `har`. Empty for `github`. */
  path: string;
}

/** Reads `--report kind=path`; only `github` has no path. */
export function collectReport(text: string, earlier: readonly ReportRequest[] = []): ReportRequest[] {
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
 * @throws UsageError if a report cannot be written; the others are written first
 */
export async function writeReports(wishes: readonly ReportRequest[], input: ReportInput): Promise<void> {
  const failures: string[] = [];
  for (const { kind, path } of wishes) {
    for (const { name, text } of renderReport(kind, input)) {
      try {
        if (kind === 'github') await tellGithub(name, text);
        else await writeOutput(name === '' ? path : join(path, name), text);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        failures.push(error.message);
      }
    }
  }
  if (failures.length > 0) throw new UsageError(failures.join('\n'));
}

async function tellGithub(name: string, text: string): Promise<void> {
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (name === 'annotations' || summary === undefined) process.stdout.write(text);
  else await appendFile(summary, text).catch(failWith(`Cannot write ${summary}`));
}
