import type { Finding } from '@understudy/contract';
import { formatOperand } from '../../expressions/evaluate-condition.js';
import type { Exchange } from '../../results/exchange.js';
import type { Attempt, StepResult, WorkflowResult } from '../../results/result.js';
import { curlCommand } from '../curl-command.js';
import { describeConsequence } from '../describe-failure.js';
import { relativePath } from '../relative-path.js';
import { allowJsonLineBreaks, allowLineBreaks } from './allow-line-breaks.js';
import { collapsible } from './collapsible.js';
import { filterBar } from './filter-bar.js';
import type { PageStore } from './page-store.js';
import { type Markup, tag } from './tag.js';

/** Characters of a body that is initially closed. */
const longBody = 2000;

/** The workflows with their steps: failed ones with findings and exchanges, then a list of the others. */
export function workflowSection(workflows: readonly WorkflowResult[], root: string, store: PageStore): Markup {
  const [failed, rest] = [true, false].map((wanted) =>
    workflows
      .filter(({ outcome }) => (outcome === 'failed') === wanted)
      .map((workflow) => workflowEntry(workflow, root, store)),
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
      store.keep(failed),
      rest?.length === 0 ? undefined : collapsible(`${rest?.length} passed, or were skipped`, rest ?? [], { store }),
    ),
  );
}

function workflowEntry(workflow: WorkflowResult, root: string, store: PageStore): Markup {
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
      tag('b', {}, allowLineBreaks(workflowId)),
      tag('span', { class: 'soft' }, ` ${api} · ${steps.length} steps · ${workflow.durationMilliseconds} ms`),
    ),
    store.keep(
      workflow.summary === undefined ? undefined : tag('p', {}, workflow.summary),
      tag('p', { class: 'soft' }, allowLineBreaks([place, ...claims].join(' · '))),
      workflow.reason === undefined ? undefined : tag('p', {}, allowLineBreaks(workflow.reason)),
      describeConsequence(workflow).map((line) => tag('p', {}, allowLineBreaks(line))),
      workflow.cleanupIncomplete === undefined
        ? undefined
        : tag('div', { class: 'finding' }, allowLineBreaks(`Left behind: ${workflow.cleanupIncomplete}`)),
      findings.map(findingBox),
      steps.map((step) => stepEntry(step, workflow, store)),
      (workflow.earlier ?? []).map((tried, index) => [
        tag('h3', {}, `Try ${index + 1}, which failed`),
        tried.findings.map(findingBox),
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
    badge(step.outcome),
    ' ',
    allowLineBreaks(step.stepId + within),
    tag('span', { class: 'soft' }, allowLineBreaks(told + tries)),
  ];
  // The JSON and HAR reports have these exchanges.
  if (workflow.outcome === 'passed') return tag('p', {}, head);
  return tag(
    'details',
    { class: 'step', open: step.outcome === 'failed' },
    tag('summary', {}, head),
    tag(
      'div',
      { class: 'inside' },
      step.claims.length === 0 ? undefined : tag('p', { class: 'soft' }, allowLineBreaks(step.claims.join(', '))),
      step.findings.map(findingBox),
      step.attempts.map((attempt, index) =>
        attemptEntry(attempt, step.attempts.length > 1 ? `Try ${index + 1}: ` : '', store),
      ),
    ),
  );
}

function attemptEntry({ exchange }: Attempt, title: string, store: PageStore): Markup | undefined {
  if (exchange === undefined) return undefined;
  const { request, response } = exchange;
  const when = exchange.startedAt === undefined ? '' : ` · ${exchange.startedAt}`;
  const throttled = exchange.throttled === undefined ? '' : ` · answered 429 ${exchange.throttled} times before`;
  return tag(
    'div',
    { class: 'exchange' },
    tag('h3', {}, allowLineBreaks(`${title}${request.method} ${request.url}`)),
    tag('p', { class: 'soft' }, `${exchange.durationMilliseconds} ms${when}${throttled}`),
    exchange.requestNotes.map((note) =>
      tag('p', { class: 'soft' }, allowLineBreaks(`The request leaves the contract: ${note}`)),
    ),
    tag(
      'div',
      {},
      tag('button', { type: 'button', 'data-copy': true }, 'copy'),
      tag('pre', { class: 'curl' }, curlCommand(exchange)),
    ),
    response === undefined ? tag('p', {}, `No response: ${exchange.error ?? ''}`) : responseBox(response, store),
  );
}

/** A response: status and headers, then the body, closed when it is long. */
export function responseBox({ status, headers, body }: NonNullable<Exchange['response']>, store: PageStore): Markup[] {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = body === undefined ? '(no body)' : pretty(body);
  const shown = store.keep(tag('pre', {}, allowJsonLineBreaks(text)));
  return [
    tag('pre', {}, [`${status}`, ...head].join('\n')),
    text.length <= longBody
      ? shown
      : tag('details', {}, tag('summary', {}, `Body of ${text.length} characters`), shown),
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

export function findingBox(finding: Finding): Markup {
  return tag(
    'div',
    { class: 'finding' },
    allowLineBreaks(finding.message),
    ' ',
    tag('code', { class: 'soft' }, allowLineBreaks(`${finding.ruleId} ${finding.pointer}`)),
    'expected' in finding
      ? tag('div', {}, 'expected ', tag('code', {}, allowLineBreaks(formatOperand(finding.expected))))
      : undefined,
    'actual' in finding
      ? tag('div', {}, 'found ', tag('code', {}, allowLineBreaks(formatOperand(finding.actual))))
      : undefined,
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
