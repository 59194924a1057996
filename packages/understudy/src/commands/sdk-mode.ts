import { type RequestFinding, stringifyJson } from '@understudy/contract';
import { type ApiDefinition, httpSettings, type RequestEvent, type ServerEvent } from '@understudy/kernel';
import type { SettingsPatch } from '../control/control.js';
import { isInferredApi } from '../seeds.js';
import { UsageError } from '../usage-error.js';

interface VerdictGroup extends RequestFinding {
  /** The operation, or the method of an unknown path. */
  readonly operation: string;
  readonly count: number;
  /** The first request of the group. */
  readonly request: string;
}

/** The result of checking the client whose test suite sent the requests. */
interface SdkVerdict {
  readonly requests: number;
  /** Number of requests that conform to the description. */
  readonly valid: number;
  /** Number of responses with a status of 500 or more. */
  readonly serverErrors: number;
  readonly findings: readonly VerdictGroup[];
  readonly operations: { readonly requested: number; readonly described: number; readonly missing: readonly string[] };
  /** True if no request violates the description because of the client or the routing. */
  readonly passed: boolean;
}

/** Maximum number of groups of findings. Further findings count in the first group of the same fault. */
const mostGroups = 500;
const faults = ['client', 'routing', 'description', 'ambiguous'] as const;

/**
 * Returns the settings of `--sdk`: every id exists, wrong formats and missing required parts are noted, and response
 * headers list the findings.
 *
 * @throws UsageError if no API is inferred from a description
 */
export function createSdkSettings(chosen: readonly ApiDefinition[]): SettingsPatch {
  const described = chosen.filter(isInferredApi);
  if (described.length === 0)
    throw new UsageError(
      '--sdk serves APIs from their descriptions; name one, such as: understudy start ./api.yaml --sdk',
    );
  const { unknownIds, formats, required, report } = httpSettings;
  const values = {
    [unknownIds.name]: 'invent',
    [formats.name]: 'note',
    [required.name]: 'lenient',
    [report.name]: 'headers',
  };
  return { apis: Object.fromEntries(described.map(({ name }) => [name, values])) };
}

/** Prints the client's result. @returns whether the client passed */
export async function printSdkVerdict(
  collector: SdkVerdictCollector,
  chosen: readonly ApiDefinition[],
  isJson: boolean,
): Promise<boolean> {
  const described: string[] = [];
  for (const api of chosen.filter(isInferredApi)) {
    const contract = await api.describe?.();
    for (const id of contract?.operations.keys() ?? []) described.push(`${api.name} ${id}`);
  }
  const verdict = collector.result(described);
  console.log(isJson ? stringifyJson({ verdict }) : `\n${formatSdkVerdict(verdict)}`);
  return verdict.passed;
}

/** Collects the requests of a test suite while a server runs. */
export class SdkVerdictCollector {
  #requests = 0;
  #valid = 0;
  #serverErrors = 0;
  readonly #groups = new Map<string, VerdictGroup>();
  readonly #requested = new Set<string>();

  add(event: ServerEvent): void {
    if (event.kind !== 'request' || (event.api === 'control' && event.findings.length === 0)) return;
    const { findings, operationId, method, path, status, api } = event;
    this.#requests += 1;
    if (findings.length === 0) this.#valid += 1;
    if (status >= 500) this.#serverErrors += 1;
    if (operationId !== undefined) this.#requested.add(`${api} ${operationId}`);
    for (const finding of findings) this.#count(event, finding, operationId ?? `${method} ${path.split('?', 1)[0]}`);
  }

  #count({ method, path }: RequestEvent, finding: RequestFinding, operation: string): void {
    const pointer = finding.pointer.replace(/\/\d+(?=\/|$)/g, '/*');
    const key = [finding.fault, operation, finding.ruleId, pointer].join(' ');
    const known = this.#groups.get(key);
    if (known === undefined && this.#groups.size >= mostGroups) return;
    const group = known ?? { ...finding, pointer, operation, count: 0, request: `${method} ${path}` };
    this.#groups.set(key, { ...group, count: group.count + 1 });
  }

  /** @param described all operations, as `<api> <operationId>` */
  result(described: readonly string[]): SdkVerdict {
    const findings = [...this.#groups.values()].sort(
      (one, other) => faults.indexOf(one.fault) - faults.indexOf(other.fault) || other.count - one.count,
    );
    const missing = described.filter((each) => !this.#requested.has(each));
    return {
      requests: this.#requests,
      valid: this.#valid,
      serverErrors: this.#serverErrors,
      findings,
      operations: { requested: described.length - missing.length, described: described.length, missing },
      passed: this.#requests > 0 && !findings.some(({ fault }) => fault === 'client' || fault === 'routing'),
    };
  }
}

const causes: Readonly<Record<RequestFinding['fault'], string>> = {
  client: 'The client probably sends them wrong',
  routing: 'They probably lead to a wrong path',
  description: 'The description contradicts itself',
  ambiguous: 'Either the client or the description is wrong',
};
/** Maximum number of printed lines per fault. */
const mostLines = 10;

/** Formats a verdict for people. */
function formatSdkVerdict(verdict: SdkVerdict): string {
  const { requests, valid, serverErrors, findings, operations, passed } = verdict;
  const lines = [`${valid} of ${requests} requests fit the description.`];
  if (serverErrors > 0) lines.push(`${serverErrors} responses were server errors.`);
  for (const fault of faults) {
    const own = findings.filter((each) => each.fault === fault);
    if (own.length === 0) continue;
    lines.push('', `${causes[fault]}:`);
    for (const { count, operation, message, request } of own.slice(0, mostLines))
      lines.push(`  ${count} x ${operation}: ${message}`, `      first: ${request}`);
    if (own.length > mostLines) lines.push(`  and ${own.length - mostLines} more (--json lists them)`);
  }
  const { requested, described, missing } = operations;
  const shown = missing.slice(0, 5).map((each) => each.split(' ')[1]);
  const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : '';
  lines.push('', `${requested} of ${described} operations were requested.`);
  if (missing.length > 0) lines.push(`Not requested: ${shown.join(', ')}${more}.`);
  lines.push(requests === 0 ? 'Verdict: no request arrived.' : `Verdict: ${passed ? 'passed' : 'failed'}.`);
  return lines.join('\n');
}
