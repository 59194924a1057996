import { stringifyJson } from '@understudy/contract';
import { type Cause, type CauseOccurrence, describeOccurrences, listAffectedWorkflows } from '../results/cause.js';
import { hasErrors, type RunResult } from '../results/result.js';
import { isInsideRoot, locateCause, toRelativePath } from './relative-path.js';

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** Maximum number of related locations. */
const maxPlaces = 20;

/**
 * Formats the causes of a run as SARIF 2.1.0 results with fingerprints. The location is the violated description or
 * scenario, and the steps are related locations.
 */
export function formatSarifReport({
  result,
  root,
}: {
  readonly result: Pick<RunResult, 'causes' | 'target' | 'startedAt' | 'findings' | 'exitCode' | 'unreachable'>;
  readonly root: string;
}): string {
  const { causes } = result;
  const rules = [...new Set(causes.map(({ ruleId }) => ruleId))].sort();
  const descriptions = rules.map((id) => ({ id, name: nameOf(id), shortDescription: { text: sentenceOf(id) } }));
  const executionSuccessful = result.unreachable === undefined && !hasErrors(result.findings);
  const run = {
    tool: { driver: { name: 'understudy', rules: descriptions } },
    automationDetails: { id: `understudy/${result.target}/` },
    invocations: [{ executionSuccessful, startTimeUtc: result.startedAt, exitCode: result.exitCode }],
    columnKind: 'utf16CodeUnits',
    results: causes.map((cause) => resultOf(cause, rules, root)),
  };
  return `${stringifyJson({ $schema: schema, version: '2.1.0', runs: [run] }, 2)}\n`;
}

function resultOf(cause: Cause, rules: readonly string[], root: string): object {
  const { ruleId, severity, title, occurrences, exchange, fingerprint, kind, pointer } = cause;
  const request = exchange === undefined ? undefined : `${exchange.request.method} ${exchange.request.url}`;
  const [first] = occurrences;
  const own = locateCause(cause, root);
  const names = listAffectedWorkflows(cause);
  const logical =
    first === undefined || names.length === 0
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: stepName(first), kind: 'function' }] };
  return {
    ruleId,
    ruleIndex: rules.indexOf(ruleId),
    level: levels[severity],
    message: { text: names.length === 0 ? title : `${title} Met ${describeOccurrences(cause)}.` },
    occurrenceCount: occurrences.length,
    locations: [{ ...(own === undefined ? {} : { physicalLocation: physical(own, root) }), ...logical }],
    relatedLocations: occurrences
      .filter(({ file }) => isInsideRoot(file, root))
      .slice(0, maxPlaces)
      .map((occurrence) => ({ physicalLocation: physical(occurrence, root), message: { text: stepName(occurrence) } })),
    partialFingerprints: { 'understudyCause/v2': fingerprint },
    properties: {
      kind,
      pointer,
      ...('expected' in cause ? { expected: cause.expected ?? null } : {}),
      ...('actual' in cause ? { actual: cause.actual ?? null } : {}),
      ...(request === undefined ? {} : { request }),
      ...(cause.operationId === undefined ? {} : { operation: `${cause.api}/${cause.operationId}` }),
      claims: cause.claims,
      gaps: cause.gaps,
      workflows: names,
    },
  };
}

function physical({ file, line }: { file: string; line?: number }, root: string): object {
  return { artifactLocation: { uri: encodeURI(toRelativePath(file, root)) }, region: { startLine: line ?? 1 } };
}

function stepName({ workflowId, stepId }: CauseOccurrence): string {
  return [workflowId, stepId].filter((part) => part !== '').join(' / ');
}

function nameOf(ruleId: string): string {
  return ruleId.replace(/(?:^|[^a-zA-Z0-9])([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function sentenceOf(ruleId: string): string {
  const [group = '', rule = ''] = ruleId.split('/');
  return `${group}: ${rule.replaceAll('-', ' ')}`.replace(/: $/, '');
}
