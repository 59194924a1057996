import { hasErrors } from '../engine/result.js';
import { type LocatedFinding, locatedFindings } from './located-findings.js';
import type { ReportInput } from './report-input.js';

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The findings of a run as SARIF 2.1.0: paths relative to the root, the line of the step, a fingerprint of each. */
export function sarifReport({ result, root }: Pick<ReportInput, 'result' | 'root'>): string {
  const findings = locatedFindings(result, root);
  const rules = [...new Set(findings.map(({ finding }) => finding.ruleId))].sort();
  const log = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'understudy',
            rules: rules.map((id) => ({ id, name: nameOf(id), shortDescription: { text: sentenceOf(id) } })),
          },
        },
        automationDetails: { id: `understudy/${result.target}/` },
        invocations: [
          {
            executionSuccessful: result.unreachable === undefined && !hasErrors(result.findings),
            startTimeUtc: result.startedAt,
            exitCode: result.exitCode,
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: findings.map((located) => resultOf(located, rules)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function resultOf(located: LocatedFinding, rules: readonly string[]): object {
  const { finding, workflow, step, exchange, file, line, fingerprint } = located;
  const of = [workflow?.workflowId, step?.stepId].filter((part) => part !== undefined).join(' / ');
  const request = exchange === undefined ? undefined : `${exchange.request.method} ${exchange.request.url}`;
  return {
    ruleId: finding.ruleId,
    ruleIndex: rules.indexOf(finding.ruleId),
    level: levels[finding.severity],
    message: { text: of === '' ? finding.message : `${of}: ${finding.message}` },
    ...(file === undefined
      ? {}
      : {
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: line ?? 1 } },
              ...(of === '' ? {} : { logicalLocations: [{ fullyQualifiedName: of, kind: 'function' }] }),
            },
          ],
        }),
    partialFingerprints: { 'understudyFinding/v1': fingerprint },
    properties: {
      pointer: finding.pointer,
      ...('expected' in finding ? { expected: finding.expected ?? null } : {}),
      ...('actual' in finding ? { actual: finding.actual ?? null } : {}),
      ...(request === undefined ? {} : { request }),
      ...(exchange?.operationId === undefined ? {} : { operation: `${exchange.api}/${exchange.operationId}` }),
      claims: [...new Set([...(workflow?.claims ?? []), ...(step?.claims ?? [])])],
    },
  };
}

function nameOf(ruleId: string): string {
  return ruleId.replace(/(?:^|[^a-zA-Z0-9])([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function sentenceOf(ruleId: string): string {
  const [group = '', rule = ''] = ruleId.split('/');
  return `${group}: ${rule.replaceAll('-', ' ')}`.replace(/: $/, '');
}
