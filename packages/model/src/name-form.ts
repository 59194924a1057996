import type { Finding } from '@understudy/contract';

/** Adds to the last finding about a model a note on where the format is documented. */
export function nameForm(findings: readonly Finding[]): Finding[] {
  return findings.map((finding, index) => {
    const isLast = index === findings.length - 1;
    const message = `${finding.message} (understudy generate schema model prints the form, and docs/behavior-model.md explains it.)`;
    return isLast ? { ...finding, message } : finding;
  });
}
