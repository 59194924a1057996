import { createRedactor } from '@understudy/conformance';
import type { FuzzReport } from '@understudy/fuzzing';

/**
 * A report without secrets.
 *
 * @param secrets known ones
 * @param headers what was sent with every request; those that let it in hold secrets
 */
export function withoutSecrets(
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
    })),
  };
}
