import { computeRunCoverage } from '../coverage/compute-coverage.js';
import { evaluateGaps } from '../coverage/gap-statuses.js';
import type { RunResult, WorkflowResult } from '../results/result.js';
import { allowLineBreaks } from './html/allow-line-breaks.js';
import { renderCauses } from './html/cause-section.js';
import { renderCollapsible } from './html/collapsible.js';
import { renderCoverage, renderTable, renderTile } from './html/coverage-section.js';
import { renderLedger } from './html/ledger-section.js';
import { pageScript } from './html/page-script.js';
import { PageStore } from './html/page-store.js';
import { pageStyle } from './html/page-style.js';
import { createElement, type Markup } from './html/tag.js';
import { renderBadge, renderWorkflows } from './html/workflow-section.js';
import type { ReportInput } from './report-input.js';

/** The content security policy, which prevents the page from loading anything. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * Formats the run as a self-contained page with causes, failed workflows with exchanges and curl commands, coverage,
 * claims and gaps. The page is well-formed XML.
 */
export function formatHtmlReport({ result, contracts, ledger, files, root }: ReportInput): string {
  const covered = computeRunCoverage({ ledger, files, result });
  // A gap id starts with its API or with a name shared by several APIs.
  const chosen = ledger.gaps.filter(({ id }) => {
    const [api = ''] = id.split('.', 1);
    return !contracts.has(api) || result.apis.includes(api);
  });
  const gaps = evaluateGaps({ ledger: { ...ledger, gaps: chosen }, contracts, result });
  const store = new PageStore();
  const page = createElement(
    'html',
    { lang: 'en' },
    createElement(
      'head',
      {},
      createElement('meta', { charset: 'utf-8' }),
      createElement('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      createElement('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      createElement('title', {}, `Understudy: ${result.target}`),
      createElement('style', {}, { markup: pageStyle }),
    ),
    createElement(
      'body',
      {},
      head(result, `${covered.proved} / ${covered.testable}`),
      createElement(
        'main',
        {},
        renderCauses(result.causes, root, store),
        renderWorkflows(result.workflows, root, store),
        renderCoverage(result.wire, store),
        renderLedger(covered.detail, gaps, store),
        leftovers(result.workflows, store),
      ),
      store.toMarkup(),
      createElement('script', {}, { markup: pageScript }),
    ),
  );
  return `<!DOCTYPE html>\n${page.markup}\n`;
}

function head(result: RunResult, claims: string): Markup {
  const { passed, flaky, failed, skipped, consequences, steps } = result.totals;
  const facts = [
    result.startedAt,
    `${result.durationMilliseconds} ms`,
    `${result.jobs} at a time`,
    ...(result.runId === undefined ? [] : [`run ${result.runId}`]),
    ...(result.seed === null ? [] : [`seed ${result.seed}`]),
    ...(result.interrupted === true ? ['interrupted'] : []),
    `exit code ${result.exitCode}`,
  ];
  return createElement(
    'header',
    {},
    createElement(
      'h1',
      {},
      renderBadge(result.exitCode === 0 ? 'passed' : 'failed', result.exitCode === 0 ? 'clean' : 'findings'),
      ' ',
      allowLineBreaks(result.target),
    ),
    createElement('p', { class: 'soft' }, facts.join(' · ')),
    createElement(
      'div',
      { class: 'tiles' },
      renderTile(String(passed), 'passed'),
      ...(flaky === 0 ? [] : [renderTile(String(flaky), 'flaky')]),
      renderTile(String(result.causes.length), 'causes'),
      renderTile(String(failed), 'failed'),
      ...(consequences === 0 ? [] : [renderTile(String(consequences), 'of them could not continue')]),
      renderTile(String(skipped), 'skipped'),
      renderTile(String(steps), 'steps'),
      renderTile(claims, 'claims proved'),
    ),
    createElement(
      'nav',
      {},
      ['causes', 'workflows', 'coverage', 'claims', 'gaps'].map((name) =>
        createElement('a', { href: `#${name}` }, name),
      ),
    ),
  );
}

/** Renders the resources created in a real environment with their state. */
function leftovers(workflows: readonly WorkflowResult[], store: PageStore): Markup | undefined {
  const rows = workflows.flatMap(({ workflowId, resources = [] }) =>
    resources.map(({ state, method, url, name = '', tenantId = '', why }) => [
      renderBadge(state),
      workflowId,
      `${name} ${method} ${url}`.trim(),
      tenantId,
      why,
    ]),
  );
  if (rows.length === 0) return undefined;
  return createElement(
    'section',
    { id: 'made' },
    renderCollapsible(
      `Made on the target: ${rows.length}`,
      createElement('div', { class: 'wide' }, renderTable(['state', 'workflow', 'by', 'tenant', 'why'], rows)),
      { store },
    ),
  );
}
