import type { Finding } from '@understudy/contract';
import { formatOperand } from '../../expressions/evaluate-condition.js';
import type { RedactedExchange } from '../../results/exchange.js';
import type { StepAttempt, StepResult, WorkflowResult } from '../../results/result.js';
import { describeConsequence } from '../describe-failure.js';
import { formatCurlCommand } from '../format-curl-command.js';
import { toRelativePath } from '../relative-path.js';
import { allowJsonLineBreaks, allowLineBreaks } from './allow-line-breaks.js';
import { renderCollapsible } from './collapsible.js';
import { filterBar } from './filter-bar.js';
import type { PageStore } from './page-store.js';
import { createElement, type Markup } from './tag.js';

/** Number of characters from which a body is initially collapsed. */
const longBody = 2000;

/** Renders the workflows: failed ones with their steps, findings and exchanges, then a list of the others. */
export function renderWorkflows(workflows: readonly WorkflowResult[], root: string, store: PageStore): Markup {
  const [failed, rest] = [true, false].map((wanted) =>
    workflows
      .filter(({ outcome }) => (outcome === 'failed') === wanted)
      .map((workflow) => workflowEntry(workflow, root, store)),
  );
  return createElement(
    'section',
    { id: 'workflows' },
    createElement('h2', {}, 'Workflows'),
    filterBar('workflow-list', 'Search: name, claim, operation, status, finding', {
      outcome: workflows.map(({ outcome }) => outcome),
      api: workflows.flatMap(({ api }) => api ?? []),
    }),
    createElement(
      'div',
      { id: 'workflow-list' },
      store.keep(failed),
      rest?.length === 0
        ? undefined
        : renderCollapsible(`${rest?.length} passed, or were skipped`, rest ?? [], { store }),
    ),
  );
}

function workflowEntry(workflow: WorkflowResult, root: string, store: PageStore): Markup {
  const { workflowId, api = '', outcome, steps, findings, claims } = workflow;
  const file = toRelativePath(workflow.file, root);
  const place = workflow.line === undefined ? file : `${file}:${workflow.line}`;
  return createElement(
    'details',
    { class: 'workflow', 'data-outcome': outcome, 'data-api': api, 'data-text': searchText(workflow, place) },
    createElement(
      'summary',
      {},
      renderBadge(outcome),
      ' ',
      createElement('b', {}, allowLineBreaks(workflowId)),
      createElement('span', { class: 'soft' }, ` ${api} · ${steps.length} steps · ${workflow.durationMilliseconds} ms`),
    ),
    store.keep(
      workflow.summary === undefined ? undefined : createElement('p', {}, workflow.summary),
      createElement('p', { class: 'soft' }, allowLineBreaks([place, ...claims].join(' · '))),
      workflow.reason === undefined ? undefined : createElement('p', {}, allowLineBreaks(workflow.reason)),
      describeConsequence(workflow).map((line) => createElement('p', {}, allowLineBreaks(line))),
      workflow.cleanupIncomplete === undefined
        ? undefined
        : createElement('div', { class: 'finding' }, allowLineBreaks(`Left behind: ${workflow.cleanupIncomplete}`)),
      findings.map(renderFinding),
      steps.map((step) => stepEntry(step, workflow, store)),
      (workflow.earlier ?? []).map((tried, index) => [
        createElement('h3', {}, `Try ${index + 1}, which failed`),
        tried.findings.map(renderFinding),
        tried.steps.map((step) => stepEntry(step, workflow, store)),
      ]),
    ),
  );
}

function stepEntry(step: StepResult, workflow: WorkflowResult, store: PageStore): Markup {
  const within = step.workflowId === workflow.workflowId ? '' : ` of ${step.workflowId}`;
  const last = step.attempts.at(-1)?.exchange;
  const told =
    last === undefined
      ? ''
      : ` ${last.request.method} ${last.operationId ?? last.request.url} → ${last.response?.status ?? 'no response'}`;
  const tries = step.attempts.length > 1 ? ` · ${step.attempts.length} tries` : '';
  const head = [
    renderBadge(step.outcome),
    ' ',
    allowLineBreaks(step.stepId + within),
    createElement('span', { class: 'soft' }, allowLineBreaks(told + tries)),
  ];
  // The JSON and HAR reports have these exchanges.
  if (workflow.outcome === 'passed') return createElement('p', {}, head);
  return createElement(
    'details',
    { class: 'step', open: step.outcome === 'failed' },
    createElement('summary', {}, head),
    createElement(
      'div',
      { class: 'inside' },
      step.claims.length === 0
        ? undefined
        : createElement('p', { class: 'soft' }, allowLineBreaks(step.claims.join(', '))),
      step.findings.map(renderFinding),
      step.attempts.map((attempt, index) =>
        attemptEntry(attempt, step.attempts.length > 1 ? `Try ${index + 1}: ` : '', store),
      ),
    ),
  );
}

function attemptEntry({ exchange }: StepAttempt, title: string, store: PageStore): Markup | undefined {
  if (exchange === undefined) return undefined;
  const { request, response } = exchange;
  const when = exchange.startedAt === undefined ? '' : ` · ${exchange.startedAt}`;
  const throttled = exchange.throttled === undefined ? '' : ` · answered 429 ${exchange.throttled} times before`;
  return createElement(
    'div',
    { class: 'exchange' },
    createElement('h3', {}, allowLineBreaks(`${title}${request.method} ${request.url}`)),
    createElement('p', { class: 'soft' }, `${exchange.durationMilliseconds} ms${when}${throttled}`),
    exchange.requestNotes.map((note) =>
      createElement('p', { class: 'soft' }, allowLineBreaks(`The request violates the contract: ${note}`)),
    ),
    createElement(
      'div',
      {},
      createElement('button', { type: 'button', 'data-copy': true }, 'copy'),
      createElement('pre', { class: 'curl' }, formatCurlCommand(exchange)),
    ),
    response === undefined
      ? createElement('p', {}, `No response: ${exchange.error ?? ''}`)
      : renderResponse(response, store),
  );
}

/** Renders a response: status and headers, then the body, collapsed if it is long. */
export function renderResponse(
  { status, headers, body }: NonNullable<RedactedExchange['response']>,
  store: PageStore,
): Markup[] {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = body === undefined ? '(no body)' : pretty(body);
  const shown = store.keep(createElement('pre', {}, allowJsonLineBreaks(text)));
  return [
    createElement('pre', {}, [`${status}`, ...head].join('\n')),
    text.length <= longBody
      ? shown
      : createElement('details', {}, createElement('summary', {}, `Body of ${text.length} characters`), shown),
  ];
}

function pretty(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : body;
  } catch {
    return body;
  }
}

export function renderFinding(finding: Finding): Markup {
  return createElement(
    'div',
    { class: 'finding' },
    allowLineBreaks(finding.message),
    ' ',
    createElement('code', { class: 'soft' }, allowLineBreaks(`${finding.ruleId} ${finding.pointer}`)),
    'expected' in finding
      ? createElement(
          'div',
          {},
          'expected ',
          createElement('code', {}, allowLineBreaks(formatOperand(finding.expected))),
        )
      : undefined,
    'actual' in finding
      ? createElement('div', {}, 'found ', createElement('code', {}, allowLineBreaks(formatOperand(finding.actual))))
      : undefined,
  );
}

/** Renders a word as a badge in the colour of its meaning. */
export function renderBadge(word: string, text = word): Markup {
  return createElement('span', { class: `badge ${word}` }, text);
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
