import type { RunResult } from '../results/result.js';
import { formatGithubReport } from './github-report.js';
import { formatHarReport } from './har-report.js';
import { formatHtmlReport } from './html-report.js';
import { formatJunitReport } from './junit-report.js';
import type { ReportFile, ReportInput } from './report-input.js';
import { formatSarifReport } from './sarif-report.js';

export const reportKinds = ['json', 'junit', 'sarif', 'github', 'html', 'har'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Renders a report as a single unnamed file, or as several named files for `har` and `github`. */
export function renderReport(kind: ReportKind, input: ReportInput): ReportFile[] {
  switch (kind) {
    case 'github':
      return formatGithubReport(input);
    case 'har':
      return formatHarReport(input.result);
    default:
      return [{ name: '', text: textOf(kind, input) }];
  }
}

function textOf(kind: 'json' | 'junit' | 'sarif' | 'html', input: ReportInput): string {
  switch (kind) {
    case 'json':
      return formatJsonReport(input.result);
    case 'junit':
      return formatJunitReport(input.result);
    case 'sarif':
      return formatSarifReport(input);
    case 'html':
      return formatHtmlReport(input);
  }
}

/** Formats the result as JSON, with `schemaVersion` first. */
export function formatJsonReport(result: RunResult): string {
  return `${JSON.stringify(result, undefined, 2)}\n`;
}
