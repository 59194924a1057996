import type { RunResult } from '../results/result.js';
import { githubReport } from './github-report.js';
import { harReport } from './har-report.js';
import { htmlReport } from './html-report.js';
import { junitReport } from './junit-report.js';
import type { ReportFile, ReportInput } from './report-input.js';
import { sarifReport } from './sarif-report.js';

export const reportKinds = ['json', 'junit', 'sarif', 'github', 'html', 'har'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Makes a report: one file without a name, or for `har` and `github` several with names. */
export function renderReport(kind: ReportKind, input: ReportInput): ReportFile[] {
  switch (kind) {
    case 'github':
      return githubReport(input);
    case 'har':
      return harReport(input.result);
    default:
      return [{ name: '', text: textOf(kind, input) }];
  }
}

function textOf(kind: 'json' | 'junit' | 'sarif' | 'html', input: ReportInput): string {
  switch (kind) {
    case 'json':
      return jsonReport(input.result);
    case 'junit':
      return junitReport(input.result);
    case 'sarif':
      return sarifReport(input);
    case 'html':
      return htmlReport(input);
  }
}

/** The result as JSON, with `schemaVersion` first. */
export function jsonReport(result: RunResult): string {
  return `${JSON.stringify(result, undefined, 2)}\n`;
}
