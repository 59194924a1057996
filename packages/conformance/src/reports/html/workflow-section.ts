import { type Finding, parseJson, stringifyJson } from '@understudy/contract';
import { formatOperand } from '../../expressions/evaluate-condition.js';
import { type Cause, type CauseOccurrence, describeOccurrences } from '../../results/cause.js';
import type { RedactedExchange } from '../../results/exchange.js';
import type { StepAttempt, StepResult, WorkflowResult } from '../../results/result.js';
import { describeConsequence, formatLocation } from '../describe-failure.js';
import { formatCurlCommand } from '../format-curl-command.js';
import { renderBadge, renderFilter } from './controls.js';
import { allowJsonLineBreaks, allowLineBreaks, html, type Markup } from './html.js';
import type { PageStore } from './page-store.js';

/** Number of characters from which a body is initially collapsed. */
const longBody = 2000;

/** Number of causes that are initially open. */
const maxOpen = 20;

/** Renders the workflows: failed ones with their steps, findings and exchanges, then a list of the others. */
export function renderWorkflows(workflows: readonly WorkflowResult[], root: string, store: PageStore): Markup {
  const [failed, rest = []] = [true, false].map((wanted) =>
    workflows
      .filter(({ outcome }) => (outcome === 'failed') === wanted)
      .map((workflow) => workflowEntry(workflow, root, store)),
  );
  return html`
    <section id="workflows">
      <h2>Workflows</h2>
      ${renderFilter('workflow-list', 'Search: name, claim, operation, status, finding', {
        outcome: workflows.map(({ outcome }) => outcome),
        api: workflows.flatMap(({ api }) => api ?? []),
      })}
      <div id="workflow-list">
        ${store.keep(failed)}
        ${rest.length === 0 ? undefined : store.collapse(`${rest.length} passed, or were skipped`, rest)}
      </div>
    </section>`;
}

function workflowEntry(workflow: WorkflowResult, root: string, store: PageStore): Markup {
  const { workflowId, api = '', outcome, steps, findings, claims, summary, reason, cleanupIncomplete } = workflow;
  const place = formatLocation(workflow, root);
  const details = html`
    ${summary === undefined ? undefined : html`<p>${summary}</p>`}
    <p class="soft">${allowLineBreaks([place, ...claims].join(' · '))}</p>
    ${[...(reason === undefined ? [] : [reason]), ...describeConsequence(workflow)].map(
      (line) => html`<p>${allowLineBreaks(line)}</p>`,
    )}
    ${cleanupIncomplete === undefined ? undefined : html`<div class="finding">${allowLineBreaks(`Left behind: ${cleanupIncomplete}`)}</div>`}
    ${findings.map(renderFinding)}
    ${steps.map((step) => stepEntry(step, workflow, store))}
    ${(workflow.earlier ?? []).map(
      (tried, index) => html`
        <h3>Try ${index + 1}, which failed</h3>
        ${tried.findings.map(renderFinding)}
        ${tried.steps.map((step) => stepEntry(step, workflow, store))}`,
    )}`;
  return html`
    <details class="workflow" data-outcome="${outcome}" data-api="${api}" data-text="${searchText(workflow, place)}">
      <summary>
        ${renderBadge(outcome)} <b>${allowLineBreaks(workflowId)}</b>
        <span class="soft"> ${api} · ${steps.length} steps · ${workflow.durationMilliseconds} ms</span>
      </summary>
      ${store.keep(details)}
    </details>`;
}

function stepEntry(step: StepResult, workflow: WorkflowResult, store: PageStore): Markup {
  const { attempts, claims } = step;
  const within = step.workflowId === workflow.workflowId ? '' : ` of ${step.workflowId}`;
  const last = attempts.at(-1)?.exchange;
  const told =
    last === undefined
      ? ''
      : ` ${last.request.method} ${last.operationId ?? last.request.url} → ${last.response?.status ?? 'no response'}`;
  const tries = attempts.length > 1 ? ` · ${attempts.length} tries` : '';
  const head = html`
    ${renderBadge(step.outcome)} ${allowLineBreaks(step.stepId + within)}
    <span class="soft">${allowLineBreaks(told + tries)}</span>`;
  // Only the JSON and HAR reports include the exchanges of passed workflows.
  if (workflow.outcome === 'passed') return html`<p>${head}</p>`;
  return html`
    <details class="step"${step.outcome === 'failed' ? html` open="open"` : undefined}>
      <summary>${head}</summary>
      <div class="inside">
        ${claims.length === 0 ? undefined : html`<p class="soft">${allowLineBreaks(claims.join(', '))}</p>`}
        ${step.findings.map(renderFinding)}
        ${attempts.map((attempt, index) =>
          attemptEntry(attempt, attempts.length > 1 ? `Try ${index + 1}: ` : '', store),
        )}
      </div>
    </details>`;
}

function attemptEntry({ exchange }: StepAttempt, title: string, store: PageStore): Markup | undefined {
  if (exchange === undefined) return undefined;
  const { request, startedAt, throttled, requestNotes } = exchange;
  const when = startedAt === undefined ? '' : ` · ${startedAt}`;
  const earlier = throttled === undefined ? '' : ` · answered 429 ${throttled} times before`;
  return html`
    <div class="exchange">
      <h3>${allowLineBreaks(`${title}${request.method} ${request.url}`)}</h3>
      <p class="soft">${exchange.durationMilliseconds} ms${when}${earlier}</p>
      ${requestNotes.map(
        (note) => html`<p class="soft">${allowLineBreaks(`The request violates the contract: ${note}`)}</p>`,
      )}
      ${renderCurlAndResponse(exchange, store)}
    </div>`;
}

/** Renders a curl command and the response: status and headers, then the body, collapsed if it is long. */
function renderCurlAndResponse(exchange: RedactedExchange, store: PageStore): Markup {
  const { response, error = '' } = exchange;
  const curl = html`
    <div>
      <button type="button" data-copy="data-copy">copy</button>
      <pre class="curl">${formatCurlCommand(exchange)}</pre>
    </div>`;
  if (response === undefined) return html`${curl}<p>${allowLineBreaks(`No response: ${error}`)}</p>`;
  const { status, headers, body } = response;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = body === undefined ? '(no body)' : pretty(body);
  const shown = store.keep(html`<pre>${allowJsonLineBreaks(text)}</pre>`);
  return html`
    ${curl}
    <pre>${[status, ...head].join('\n')}</pre>
    ${text.length <= longBody ? shown : html`<details><summary>Body of ${text.length} characters</summary>${shown}</details>`}`;
}

function pretty(body: string): string {
  try {
    const value: unknown = parseJson(body);
    return typeof value === 'object' ? stringifyJson(value, 2) : body;
  } catch {
    return body;
  }
}

function renderFinding(finding: Pick<Finding, 'message' | 'ruleId' | 'pointer' | 'expected' | 'actual'>): Markup {
  const rule = `${finding.ruleId} ${finding.pointer}`;
  const [first = '', ...others] = finding.message.split('\n');
  const value = (name: 'expected' | 'actual', label: string) =>
    name in finding
      ? html`<div>${label} <code>${allowLineBreaks(formatOperand(finding[name]))}</code></div>`
      : undefined;
  return html`
    <div class="finding">
      ${allowLineBreaks(first)} <code class="soft">${allowLineBreaks(rule)}</code>
      ${others.length === 0 ? undefined : html`<pre>${others.join('\n')}</pre>`}
      ${value('expected', 'expected')}
      ${value('actual', 'found')}
    </div>`;
}

function searchText(workflow: WorkflowResult, place: string): string {
  const { steps, workflowId, summary, outcome, api, reason, claims, findings } = workflow;
  const texts = (found: readonly Finding[]) => found.map(({ message, ruleId }) => `${ruleId} ${message}`);
  const exchanges = steps.flatMap(({ attempts }) => attempts.flatMap(({ exchange }) => exchange ?? []));
  const words = [
    ...[workflowId, summary, outcome, api, reason, place, ...claims, ...texts(findings)],
    ...steps.flatMap((step) => [step.stepId, ...step.claims, ...texts(step.findings)]),
    ...exchanges.map(
      ({ operationId, request, response }) =>
        `${operationId ?? request.url} ${request.method} ${response?.status ?? ''}`,
    ),
  ];
  return [...new Set(words.filter((word) => word !== undefined))].join(' ').toLowerCase();
}

/** Renders the causes with their first exchange and all occurrences. */
export function renderCauses(causes: readonly Cause[], root: string, store: PageStore): Markup {
  return html`
    <section id="causes">
      <h2>Causes</h2>
      ${causes.length === 0 ? html`<p class="soft">Nothing is wrong.</p>` : undefined}
      ${causes.map((cause, index) => causeEntry(cause, root, store, index < maxOpen))}
    </section>`;
}

function causeEntry(cause: Cause, root: string, store: PageStore, isOpen: boolean): Markup {
  const { title, severity, exchange, place, claims, gaps, fingerprint, kind, occurrences } = cause;
  const about = [
    ...(cause.operationId === undefined ? [] : [`${cause.api} ${cause.operationId}`]),
    kind,
    ...(place === undefined ? [] : [formatLocation(place, root)]),
    ...(claims.length === 0 ? [] : [`claim ${claims.join(', ')}`]),
    ...(gaps.length === 0 ? [] : [`gap ${gaps.join(', ')}`]),
    fingerprint,
  ];
  // Messages of sequences list the steps on separate lines, so they are preferred over the title.
  const message = occurrences.find((each) => each.message.includes('\n'))?.message ?? title;
  const details = html`
    <p class="soft">${allowLineBreaks(about.join(' · '))}</p>
    ${renderFinding({ ...cause, message })}
    ${exchange && renderCurlAndResponse(exchange, store)}
    <details>
      <summary>Everywhere it was met</summary>
      <ul>${occurrences.map((each) => html`<li>${allowLineBreaks(occurrenceText(each, root))}</li>`)}</ul>
    </details>`;
  return html`
    <details class="cause"${isOpen && severity === 'error' ? html` open="open"` : undefined}>
      <summary>
        ${renderBadge(severity === 'error' ? 'failed' : 'skipped', severity)} <b>${allowLineBreaks(title)}</b>
        <span class="soft"> ${describeOccurrences(cause)}</span>
      </summary>
      <div class="inside">${store.keep(details)}</div>
    </details>`;
}

function occurrenceText(occurrence: CauseOccurrence, root: string): string {
  const { file, workflowId, stepOf, stepId, message } = occurrence;
  const where = [workflowId, stepOf, stepId].filter((part) => part !== undefined && part !== '').join(' / ');
  return `${where}${file === '' ? '' : ` (${formatLocation(occurrence, root)})`}: ${message}`;
}
