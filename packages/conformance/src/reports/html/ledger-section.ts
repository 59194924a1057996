import type { ClaimCoverage } from '../../coverage/compute-coverage.js';
import type { GapStatus } from '../../coverage/gap-statuses.js';
import { allowLineBreaks } from './allow-line-breaks.js';
import { renderBadge, renderFilter, renderTable } from './controls.js';
import { html, type Markup } from './html.js';
import type { PageStore } from './page-store.js';

export function renderLedger(claims: readonly ClaimCoverage[], gaps: readonly GapStatus[], store: PageStore): Markup {
  const list = (head: readonly string[], rows: readonly Markup[]) =>
    store.collapse(
      `${rows.length} ${head[0]}s`,
      html`<div class="wide">${renderTable(head, rows)}</div>`,
      `${head[0]}-list`,
    );
  return html`
    <section id="claims">
      <h2>Claims</h2>
      ${renderFilter('claim-list', 'Search: claim, sentence, workflow', {
        outcome: claims.map(({ outcome }) => outcome),
        api: claims.map(({ api }) => api),
      })}
      ${list(['claim', 'outcome', 'what the documents say', 'shown by'], claims.map(claimRow))}
    </section>
    <section id="gaps">
      <h2>Gaps</h2>
      ${renderFilter('gap-list', 'Search: gap, assumption', {
        standing: gaps.map(({ standing }) => standing),
        basis: gaps.map(({ gap }) => gap.basis),
      })}
      ${list(['gap', 'standing', 'open point and assumption', 'met at'], gaps.map(gapRow))}
    </section>`;
}

function claimRow({ id, api, says, outcome, scenarios }: ClaimCoverage): Markup {
  const shown = [...new Set(scenarios.map((scenario) => `${scenario.workflowId} ${scenario.outcome}`))];
  return html`
    <tr data-outcome="${outcome}" data-api="${api}" data-text="">
      <td><code>${allowLineBreaks(id)}</code></td>
      <td>${renderBadge(outcome)}</td>
      <td>${allowLineBreaks(says)}</td>
      <td class="soft">${allowLineBreaks(shown.join(', '))}</td>
    </tr>`;
}

function gapRow({ gap, standing, met, against }: GapStatus): Markup {
  const places = against.length > 0 ? against : met;
  const shown = places.slice(0, 12).join('; ') + (places.length > 12 ? `; and ${places.length - 12} more` : '');
  return html`
    <tr data-standing="${standing}" data-basis="${gap.basis}" data-text="">
      <td><code>${allowLineBreaks(gap.id)}</code><div class="soft">${gap.basis}</div></td>
      <td>${renderBadge(standing)}</td>
      <td>${allowLineBreaks(gap.gap)}<div><b>Assumed: </b>${allowLineBreaks(gap.assume)}</div></td>
      <td class="soft">${allowLineBreaks(shown)}</td>
    </tr>`;
}
