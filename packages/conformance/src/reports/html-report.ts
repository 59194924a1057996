import { coverageOfRun } from '../coverage/coverage-of.js';
import { gapStatuses } from '../coverage/gap-statuses.js';
import type { RunResult, WorkflowResult } from '../results/result.js';
import { allowLineBreaks } from './html/allow-line-breaks.js';
import { causeSection } from './html/cause-section.js';
import { collapsible } from './html/collapsible.js';
import { coverageSection, table, tile } from './html/coverage-section.js';
import { ledgerSections } from './html/ledger-section.js';
import { pageScript } from './html/page-script.js';
import { PageStore } from './html/page-store.js';
import { pageStyle } from './html/page-style.js';
import { type Markup, tag } from './html/tag.js';
import { badge, workflowSection } from './html/workflow-section.js';
import type { ReportInput } from './report-input.js';

/** The page loads nothing. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * The run as a self-contained page: causes, failed workflows with exchanges and curl commands, coverage, claims and
 * gaps. The page is well-formed XML.
 */
export function htmlReport({ result, contracts, ledger, files, root }: ReportInput): string {
  const covered = coverageOfRun({ ledger, files, result });
  // The id of a gap starts with its API or the shared name of several APIs.
  const chosen = ledger.gaps.filter(({ id }) => {
    const [api = ''] = id.split('.', 1);
    return !contracts.has(api) || result.apis.includes(api);
  });
  const gaps = gapStatuses({ ledger: { ...ledger, gaps: chosen }, contracts, result });
  const store = new PageStore();
  const page = tag(
    'html',
    { lang: 'en' },
    tag(
      'head',
      {},
      tag('meta', { charset: 'utf-8' }),
      tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      tag('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      tag('title', {}, `Understudy: ${result.target}`),
      tag('style', {}, { markup: pageStyle }),
    ),
    tag(
      'body',
      {},
      head(result, `${covered.proved} / ${covered.testable}`),
      tag(
        'main',
        {},
        causeSection(result.causes, root, store),
        workflowSection(result.workflows, root, store),
        coverageSection(result.wire, store),
        ledgerSections(covered.detail, gaps, store),
        leftovers(result.workflows, store),
      ),
      store.toMarkup(),
      tag('script', {}, { markup: pageScript }),
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
  return tag(
    'header',
    {},
    tag(
      'h1',
      {},
      badge(result.exitCode === 0 ? 'passed' : 'failed', result.exitCode === 0 ? 'clean' : 'findings'),
      ' ',
      allowLineBreaks(result.target),
    ),
    tag('p', { class: 'soft' }, facts.join(' · ')),
    tag(
      'div',
      { class: 'tiles' },
      tile(String(passed), 'passed'),
      ...(flaky === 0 ? [] : [tile(String(flaky), 'flaky')]),
      tile(String(result.causes.length), 'causes'),
      tile(String(failed), 'failed'),
      ...(consequences === 0 ? [] : [tile(String(consequences), 'of them could not continue')]),
      tile(String(skipped), 'skipped'),
      tile(String(steps), 'steps'),
      tile(claims, 'claims proved'),
    ),
    tag(
      'nav',
      {},
      ['causes', 'workflows', 'coverage', 'claims', 'gaps'].map((name) => tag('a', { href: `#${name}` }, name)),
    ),
  );
}

/** Created resources of a real environment with their state. */
function leftovers(workflows: readonly WorkflowResult[], store: PageStore): Markup | undefined {
  const rows = workflows.flatMap(({ workflowId, resources = [] }) =>
    resources.map(({ state, method, url, name = '', tenantId = '', why }) => [
      badge(state),
      workflowId,
      `${name} ${method} ${url}`.trim(),
      tenantId,
      why,
    ]),
  );
  if (rows.length === 0) return undefined;
  return tag(
    'section',
    { id: 'made' },
    collapsible(
      `Made on the target: ${rows.length}`,
      tag('div', { class: 'wide' }, table(['state', 'workflow', 'by', 'tenant', 'why'], rows)),
      { store },
    ),
  );
}
