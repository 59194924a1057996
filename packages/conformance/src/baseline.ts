import { existsSync } from 'node:fs';
import { type Finding, isObject } from '@understudy/contract';
import { stringify } from 'yaml';
import { readPlacedYaml } from './arazzo/placed-yaml.js';
import { toRelativePath } from './reports/relative-path.js';
import type { Cause } from './results/cause.js';
import type { RunResult } from './results/result.js';

/** A temporarily accepted cause. */
export interface BaselineEntry {
  /** The fingerprint of the cause, as shown in reports. */
  id: string;
  rule: string;
  /** The first occurrence: `<file> <workflowId> <step>`. */
  where: string;
  message: string;
  /** The person who fixes it. */
  owner: string;
  /** The last day on which it is accepted, as `YYYY-MM-DD`. */
  expires: string;
  /** Why it is accepted. */
  reason?: string;
}

export interface Baseline {
  version: 2;
  findings: BaselineEntry[];
}

function listCauseLocations({ occurrences, place }: Cause, root: string): string[] {
  const places = occurrences.map(({ file, workflowId, stepOf, stepId }) =>
    [
      file === '' ? (place === undefined ? '' : toRelativePath(place.file, root)) : toRelativePath(file, root),
      workflowId,
      stepId === '' ? '' : `${stepOf ?? workflowId}.${stepId}`,
    ]
      .join(' ')
      .trim(),
  );
  return [...new Set(places)].sort();
}

/** Reads a baseline. A missing file counts as an empty baseline. An invalid file causes findings with positions. */
export async function readBaseline(file: string): Promise<{ baseline: Baseline; findings: Finding[] }> {
  const none: Baseline = { version: 2, findings: [] };
  if (!existsSync(file)) return { baseline: none, findings: [] };
  const { value, problems, findPlace } = await readPlacedYaml(file);
  const findings: Finding[] = problems.map((problem) => ({ ...found(problem.message, ''), ...problem, file }));
  const add = (message: string, pointer: string): void => {
    findings.push({ ...found(message, pointer), file, ...findPlace(pointer) });
  };
  const list = isObject(value) && Array.isArray(value.findings) ? value.findings : [];
  if (problems.length === 0 && (!isObject(value) || value.version !== 2 || !Array.isArray(value.findings))) {
    add('A baseline has version: 2 and a list of findings.', '');
  }
  const entries: BaselineEntry[] = [];
  for (const [index, entry] of list.entries()) {
    const pointer = `/findings/${index}`;
    if (!isObject(entry)) {
      add(`${pointer} must be a mapping with id, rule, where, message, owner and expires.`, pointer);
      continue;
    }
    const text = (name: string): string => {
      const content = entry[name];
      if (typeof content === 'string' && content !== '') return content;
      add(`${pointer}/${name} must be text that is not empty.`, pointer);
      return '';
    };
    const expires = text('expires');
    if (expires !== '' && !isDay(expires))
      add(`${pointer}/expires must be a date in the format YYYY-MM-DD, but is ${expires}.`, `${pointer}/expires`);
    const base = {
      id: text('id'),
      rule: text('rule'),
      where: text('where'),
      message: text('message'),
      owner: text('owner'),
      expires,
    };
    entries.push({ ...base, ...(typeof entry.reason === 'string' ? { reason: entry.reason } : {}) });
  }
  return { baseline: { version: 2, findings: entries }, findings };
}

/** Formats the text of a baseline file. */
export function formatBaseline(baseline: Baseline): string {
  const head = '# Temporarily accepted causes, each with an owner and an expiry date.\n';
  return head + stringify(baseline, { lineWidth: 120, defaultStringType: 'PLAIN' });
}

/** Returns whether a string is a valid calendar date. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function found(message: string, pointer: string): Finding {
  return { ruleId: 'baseline/malformed', severity: 'error', message, pointer };
}

interface BaselineCheck {
  /** Causes of the run that the baseline does not list. */
  unlisted: Cause[];
  /** Unexpired entries whose cause was found. */
  accepted: BaselineEntry[];
  /** Expired entries, whether or not their cause was found again. */
  expired: BaselineEntry[];
  /**
   * Entries whose step ran without the cause. They must be removed, because they would hide the cause if it returned.
   */
  passing: BaselineEntry[];
  /** Entries whose step did not run. */
  notRun: BaselineEntry[];
}

/**
 * Compares the causes of a run with a baseline. The run is clean if no entry is unlisted, expired or passing.
 *
 * @param today `YYYY-MM-DD`
 */
export function checkBaseline(
  baseline: Baseline,
  result: Pick<RunResult, 'causes' | 'workflows'>,
  today: string,
): BaselineCheck {
  const causes = errorsOf(result);
  const found = new Set(causes.map(({ fingerprint }) => fingerprint));
  const ran = stepsRun(result);
  const listed = new Set(baseline.findings.map(({ id }) => id));
  const check: BaselineCheck = {
    unlisted: causes.filter(({ fingerprint }) => !listed.has(fingerprint)),
    accepted: [],
    expired: [],
    passing: [],
    notRun: [],
  };
  for (const entry of baseline.findings) {
    if (entry.expires < today) check.expired.push(entry);
    else if (found.has(entry.id)) check.accepted.push(entry);
    else if (ran.has(stepOf(entry))) check.passing.push(entry);
    else check.notRun.push(entry);
  }
  return check;
}

export function isClean({ unlisted, expired, passing }: BaselineCheck): boolean {
  return unlisted.length === 0 && expired.length === 0 && passing.length === 0;
}

function errorsOf({ causes }: Pick<RunResult, 'causes'>): Cause[] {
  return causes.filter(({ severity }) => severity === 'error');
}

/** Returns the keys of all steps that ran (`<workflow of the run> <workflow.step>`) and of their workflows. */
function stepsRun(result: Pick<RunResult, 'workflows'>): ReadonlySet<string> {
  const ran = new Set<string>();
  for (const { workflowId, outcome, steps } of result.workflows) {
    if (outcome === 'skipped') continue;
    ran.add(workflowId);
    for (const step of steps) ran.add(`${workflowId} ${step.workflowId}.${step.stepId}`);
  }
  return ran;
}

function stepOf({ where }: BaselineEntry): string {
  return where.split(' ').slice(1).join(' ');
}

/** The owner, expiry date and reason for new entries. */
interface Acceptance {
  owner: string;
  /** The last day on which it is accepted, as `YYYY-MM-DD`. */
  expires: string;
  reason?: string | undefined;
}

/**
 * Updates a baseline after a run. Adds or renews new and expired findings with `acceptance`, removes passing entries,
 * and leaves the others unchanged.
 */
export function updateBaseline(
  baseline: Baseline,
  result: Pick<RunResult, 'causes' | 'workflows'>,
  acceptance: Acceptance,
  { today, root }: { today: string; root: string },
): { baseline: Baseline; added: BaselineEntry[]; dropped: BaselineEntry[] } {
  const kept = baseline.findings.filter(({ expires }) => expires >= today);
  const check = checkBaseline({ version: 2, findings: kept }, result, today);
  const { owner, expires, reason } = acceptance;
  const added = check.unlisted.map(
    (cause): BaselineEntry => ({
      id: cause.fingerprint,
      rule: cause.ruleId,
      where: listCauseLocations(cause, root)[0] ?? cause.operationId ?? '',
      message: cause.title,
      owner,
      expires,
      ...(reason === undefined ? {} : { reason }),
    }),
  );
  const still = [...check.accepted, ...check.notRun];
  const findings = [...still, ...added].sort((left, right) => (left.where + left.id < right.where + right.id ? -1 : 1));
  const ids = new Set(findings.map(({ id }) => id));
  return { baseline: { version: 2, findings }, added, dropped: baseline.findings.filter(({ id }) => !ids.has(id)) };
}
