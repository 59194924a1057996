import { createRedactor } from '@understudy/conformance';
import type { FuzzReport } from '@understudy/fuzzing';

/**
 * Redacts the secrets in a report.
 *
 * @param secrets known secrets
 * @param headers headers sent with every request; credentials in them are secrets
 */
export function redactReport(
  report: FuzzReport,
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
): FuzzReport {
  const redactor = createRedactor(secrets);
  redactor.headers({ ...headers });
  return {
    ...report,
    findings: report.findings.map((finding) => ({
      ...finding,
      cause: redactor.text(finding.cause),
      wrong: finding.wrong.map((each) => redactor.text(each)),
      curl: redactor.text(finding.curl),
      answer: redactor.value(finding.answer),
      ...(finding.scenario === undefined ? {} : { scenario: Object(redactor.value(finding.scenario)) }),
    })),
  };
}
