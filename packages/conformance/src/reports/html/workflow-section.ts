import type { Finding } from '@understudy/contract';
import type { Exchange } from '../../engine/exchange.js';
import type { Attempt, StepResult, WorkflowResult } from '../../engine/result.js';
import { show } from '../../expressions/evaluate-condition.js';
import { curlCommand } from '../curl-command.js';
import { describeConsequence } from '../describe-failure.js';
import { relativePath } from '../relative-path.js';
import { breakable, breakableJson } from './breakable.js';
import { filterBar } from './filter-bar.js';
import { fold } from './fold.js';
import { type Markup, tag } from './tag.js';
import { whenOpened } from './when-opened.js';

/** Every workflow with its steps, findings and exchanges: those that failed, then a folded list of the rest. */
export function workflowSection(workflows: readonly WorkflowResult[], root: string): Markup {
  const [failed, rest] = [true, false].map((wanted) =>
    workflows
      .filter(({ outcome }) => (outcome === 'failed') === wanted)
      .map((workflow) => workflowEntry(workflow, root)),
  );
  return tag(
    'section',
    { id: 'workflows' },
    tag('h2', {}, 'Workflows'),
    filterBar('workflow-list', 'Search: name, claim, operation, status, finding', {
      outcome: workflows.map(({ outcome }) => outcome),
      api: workflows.flatMap(({ api }) => api ?? []),
    }),
    tag(
      'div',
      { id: 'workflow-list' },
      failed,
      rest?.length === 0 ? undefined : fold(`${rest?.length} passed, or were skipped`, rest ?? []),
    ),
  );
}

function workflowEntry(workflow: WorkflowResult, root: string): Markup {
  const { workflowId, api = '', outcome, steps, findings, claims } = workflow;
  const file = relativePath(workflow.file, root);
  const place = workflow.line === undefined ? file : `${file}:${workflow.line}`;
  return tag(
    'details',
    {
      class: 'workflow',
      'data-outcome': outcome,
      'data-api': api,
      'data-text': searchText(workflow, place),
    },
    tag(
      'summary',
      {},
      badge(outcome),
      ' ',
      tag('b', {}, breakable(workflowId)),
      tag('span', { class: 'soft' }, ` ${api} · ${steps.length} steps · ${workflow.durationMilliseconds} ms`),
    ),
    whenOpened(
      workflow.summary === undefined ? undefined : tag('p', {}, workflow.summary),
      tag('p', { class: 'soft' }, breakable([place, ...claims].join(' · '))),
      workflow.reason === undefined ? undefined : tag('p', {}, breakable(workflow.reason)),
      describeConsequence(workflow).map((line) => tag('p', {}, breakable(line))),
      workflow.cleanupIncomplete === undefined
        ? undefined
        : tag('div', { class: 'finding' }, breakable(`Left behind: ${workflow.cleanupIncomplete}`)),
      findings.map(findingBox),
      steps.map((step) => stepEntry(step, workflow)),
      (workflow.earlier ?? []).map((tried, index) => [
        tag('h3', {}, `Try ${index + 1}, which failed`),
        tried.findings.map(findingBox),
        tried.steps.map((step) => stepEntry(step, workflow)),
      ]),
    ),
  );
}

function stepEntry(step: StepResult, workflow: WorkflowResult): Markup {
  const within = step.workflowId === workflow.workflowId ? '' : ` of ${step.workflowId}`;
  const last = step.attempts.at(-1)?.exchange;
  const told =
    last === undefined
      ? ''
      : ` ${last.request.method} ${last.operationId ?? last.request.url} → ${last.response?.status ?? 'no response'}`;
  const tries = step.attempts.length > 1 ? ` · ${step.attempts.length} tries` : '';
  return tag(
    'details',
    { class: 'step', open: step.outcome === 'failed' },
    tag(
      'summary',
      {},
      badge(step.outcome),
      ' ',
      breakable(step.stepId + within),
      tag('span', { class: 'soft' }, breakable(told + tries)),
    ),
    tag(
      'div',
      { class: 'inside' },
      step.claims.length === 0 ? undefined : tag('p', { class: 'soft' }, breakable(step.claims.join(', '))),
      step.findings.map(findingBox),
      step.attempts.map((attempt, index) => attemptEntry(attempt, index, step.attempts.length)),
    ),
  );
}

function attemptEntry({ exchange }: Attempt, index: number, count: number): Markup | undefined {
  if (exchange === undefined) return undefined;
  const { request, response } = exchange;
  const title = count > 1 ? `Try ${index + 1}: ` : '';
  const when = exchange.startedAt === undefined ? '' : ` · ${exchange.startedAt}`;
  const throttled = exchange.throttled === undefined ? '' : ` · answered 429 ${exchange.throttled} times before`;
  return tag(
    'div',
    { class: 'exchange' },
    tag('h3', {}, breakable(`${title}${request.method} ${request.url}`)),
    tag('p', { class: 'soft' }, `${exchange.durationMilliseconds} ms${when}${throttled}`),
    exchange.requestNotes.map((note) =>
      tag('p', { class: 'soft' }, breakable(`The request leaves the contract: ${note}`)),
    ),
    tag(
      'div',
      {},
      tag('button', { type: 'button', 'data-copy': true }, 'copy'),
      tag('pre', { class: 'curl' }, curlCommand(exchange)),
    ),
    response === undefined
      ? tag('p', {}, `No response: ${exchange.error ?? ''}`)
      : tag('pre', {}, breakableJson(responseText(response))),
  );
}

/** An answer as text: status, headers, and the body on lines of its own. */
export function responseText({ status, headers, body }: NonNullable<Exchange['response']>): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${status}`, ...head, '', body === undefined ? '(no body)' : pretty(body)].join('\n');
}

function pretty(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : body;
  } catch {
    return body;
  }
}

/** One finding, with what was expected and found. */
export function findingBox(finding: Finding): Markup {
  return tag(
    'div',
    { class: 'finding' },
    breakable(finding.message),
    ' ',
    tag('code', { class: 'soft' }, breakable(`${finding.ruleId} ${finding.pointer}`)),
    'expected' in finding ? tag('div', {}, 'expected ', tag('code', {}, breakable(show(finding.expected)))) : undefined,
    'actual' in finding ? tag('div', {}, 'found ', tag('code', {}, breakable(show(finding.actual)))) : undefined,
  );
}

/** A word in the colour of its meaning. */
export function badge(word: string, text = word): Markup {
  return tag('span', { class: `badge ${word}` }, text);
}

function searchText(workflow: WorkflowResult, place: string): string {
  const { steps } = workflow;
  const exchanges = steps.flatMap(({ attempts }) => attempts.flatMap(({ exchange }) => exchange ?? []));
  const words = [
    workflow.workflowId,
    workflow.summary,
    workflow.outcome,
    workflow.api,
    workflow.reason,
    place,
    ...workflow.claims,
    ...workflow.findings.map(({ message, ruleId }) => `${ruleId} ${message}`),
    ...steps.flatMap((step) => [
      step.stepId,
      ...step.claims,
      ...step.findings.map(({ message, ruleId }) => `${ruleId} ${message}`),
    ]),
    ...exchanges.map(
      ({ operationId, request, response }) =>
        `${operationId ?? request.url} ${request.method} ${response?.status ?? ''}`,
    ),
  ];
  return [...new Set(words.filter((word) => word !== undefined))].join(' ').toLowerCase();
}
