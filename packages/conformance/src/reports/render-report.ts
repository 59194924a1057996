import { stringifyJson } from '@understudy/contract';
import type { RunResult } from '../results/result.js';
import { formatGithubReport } from './github-report.js';
import { formatHarReport } from './har-report.js';
import { formatHtmlReport } from './html-report.js';
import { formatJunitReport } from './junit-report.js';
import type { ReportFile, ReportInput } from './report-input.js';
import { formatSarifReport } from './sarif-report.js';

export const reportKinds = ['json', 'junit', 'sarif', 'github', 'html', 'har'] as const;
export type ReportKind = (typeof reportKinds)[number];

const single = (text: string): ReportFile[] => [{ name: '', text }];

const formats: Record<ReportKind, (input: ReportInput) => ReportFile[]> = {
  json: ({ result }) => single(formatJsonReport(result)),
  junit: ({ result }) => single(formatJunitReport(result)),
  sarif: (input) => single(formatSarifReport(input)),
  github: formatGithubReport,
  html: (input) => single(formatHtmlReport(input)),
  har: ({ result }) => formatHarReport(result),
};

/** Renders a report as a single unnamed file, or as several named files for `har` and `github`. */
export function renderReport(kind: ReportKind, input: ReportInput): ReportFile[] {
  return formats[kind](input);
}

/** Formats the result as JSON, with `schemaVersion` first. */
export function formatJsonReport(result: RunResult): string {
  return `${stringifyJson(result, 2)}\n`;
}
