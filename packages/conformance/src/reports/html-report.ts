import { computeRunCoverage } from '../coverage/compute-coverage.js';
import { evaluateGaps } from '../coverage/gap-statuses.js';
import type { RunResult, WorkflowResult } from '../results/result.js';
import { allowLineBreaks } from './html/allow-line-breaks.js';
import { renderCauses } from './html/cause-section.js';
import { renderBadge, renderTable, renderTile } from './html/controls.js';
import { renderCoverage } from './html/coverage-section.js';
import { html, type Markup } from './html/html.js';
import { renderLedger } from './html/ledger-section.js';
import { pageScript } from './html/page-script.js';
import { PageStore } from './html/page-store.js';
import { pageStyle } from './html/page-style.js';
import { renderWorkflows } from './html/workflow-section.js';
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
  const page = html`
    <html lang="en">
      <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta http-equiv="Content-Security-Policy" content="${policy}"/>
        <title>Understudy: ${result.target}</title>
        <style>${{ markup: pageStyle }}</style>
      </head>
      <body>
        ${head(result, `${covered.proved} / ${covered.testable}`)}
        <main>
          ${renderCauses(result.causes, root, store)}
          ${renderWorkflows(result.workflows, root, store)}
          ${renderCoverage(result.wire, store)}
          ${renderLedger(covered.detail, gaps, store)}
          ${leftovers(result.workflows, store)}
        </main>
        ${store.toMarkup()}
        <script>${{ markup: pageScript }}</script>
      </body>
    </html>`;
  return `<!DOCTYPE html>\n${page.markup}\n`;
}

function head(result: RunResult, claims: string): Markup {
  const { passed, flaky, failed, skipped = 0, consequences, steps } = result.totals;
  const facts = [
    result.startedAt,
    `${result.durationMilliseconds} ms`,
    `${result.jobs} at a time`,
    ...(result.runId === undefined ? [] : [`run ${result.runId}`]),
    ...(result.seed === null ? [] : [`seed ${result.seed}`]),
    ...(result.interrupted === true ? ['interrupted'] : []),
    `exit code ${result.exitCode}`,
  ];
  const isClean = result.exitCode === 0;
  const tile = (number: number, name: string) => renderTile(String(number), name);
  return html`
    <header>
      <h1>
        ${renderBadge(isClean ? 'passed' : 'failed', isClean ? 'clean' : 'findings')} ${allowLineBreaks(result.target)}
      </h1>
      <p class="soft">${facts.join(' · ')}</p>
      <div class="tiles">
        ${tile(passed, 'passed')}
        ${flaky === 0 ? undefined : tile(flaky, 'flaky')}
        ${tile(result.causes.length, 'causes')}
        ${tile(failed, 'failed')}
        ${consequences === 0 ? undefined : tile(consequences, 'of them could not continue')}
        ${skipped === 0 ? undefined : tile(skipped, 'skipped')}
        ${tile(steps, 'steps')}
        ${renderTile(claims, 'claims proved')}
      </div>
      <nav>
        ${['causes', 'workflows', 'coverage', 'claims', 'gaps'].map((name) => html`<a href="#${name}">${name}</a>`)}
      </nav>
    </header>`;
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
  const table = renderTable(['state', 'workflow', 'by', 'tenant', 'why'], rows);
  return html`
    <section id="made">
      ${store.collapse(`Made on the target: ${rows.length}`, html`<div class="wide">${table}</div>`)}
    </section>`;
}
