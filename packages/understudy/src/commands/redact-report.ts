import { createRedactor } from '@understudy/conformance';
import type { FuzzFinding, FuzzReport } from '@understudy/fuzzing';

/** Characters of a shown request or response. Cut after the search, so that no part of a secret is left. */
const mostCharacters = 400;

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
  const shown = (text: string) => redactor.text(text).slice(0, mostCharacters);
  const redact = (finding: FuzzFinding): FuzzFinding => {
    const { exchanges, scenario } = finding;
    return {
      ...finding,
      cause: redactor.text(finding.cause),
      wrong: finding.wrong.map((each) => redactor.text(each)),
      curl: redactor.text(finding.curl),
      answer: redactor.value(finding.answer),
      ...(exchanges === undefined
        ? {}
        : { exchanges: exchanges.map(({ sent, received }) => ({ sent: shown(sent), received: shown(received) })) }),
      ...(scenario === undefined ? {} : { scenario: redactor.value(scenario) as typeof scenario }),
    };
  };
  return { ...report, findings: report.findings.map(redact), notes: report.notes.map(redact) };
}
