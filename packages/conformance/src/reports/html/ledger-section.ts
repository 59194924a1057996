import type { ClaimCoverage } from '../../coverage/compute-coverage.js';
import type { GapStatus } from '../../coverage/gap-statuses.js';
import { allowLineBreaks } from './allow-line-breaks.js';
import { renderCollapsible } from './collapsible.js';
import { filterBar } from './filter-bar.js';
import type { PageStore } from './page-store.js';
import { createElement, type Markup } from './tag.js';
import { renderBadge } from './workflow-section.js';

export function renderLedger(claims: readonly ClaimCoverage[], gaps: readonly GapStatus[], store: PageStore): Markup[] {
  return [
    createElement(
      'section',
      { id: 'claims' },
      createElement('h2', {}, 'Claims'),
      filterBar('claim-list', 'Search: claim, sentence, workflow', {
        outcome: claims.map(({ outcome }) => outcome),
        api: claims.map(({ api }) => api),
      }),
      listing(
        { id: 'claim-list', store },
        ['claim', 'outcome', 'what the documents say', 'shown by'],
        claims.map(claimRow),
      ),
    ),
    createElement(
      'section',
      { id: 'gaps' },
      createElement('h2', {}, 'Gaps'),
      filterBar('gap-list', 'Search: gap, assumption', {
        standing: gaps.map(({ standing }) => standing),
        basis: gaps.map(({ gap }) => gap.basis),
      }),
      listing({ id: 'gap-list', store }, ['gap', 'standing', 'open point and assumption', 'met at'], gaps.map(gapRow)),
    ),
  ];
}

function claimRow({ id, api, says, outcome, scenarios }: ClaimCoverage): Markup {
  const shown = [...new Set(scenarios.map((scenario) => `${scenario.workflowId} ${scenario.outcome}`))];
  return createElement(
    'tr',
    { 'data-outcome': outcome, 'data-api': api, 'data-text': '' },
    createElement('td', {}, createElement('code', {}, allowLineBreaks(id))),
    createElement('td', {}, renderBadge(outcome)),
    createElement('td', {}, allowLineBreaks(says)),
    createElement('td', { class: 'soft' }, allowLineBreaks(shown.join(', '))),
  );
}

function gapRow({ gap, standing, met, against }: GapStatus): Markup {
  const places = against.length > 0 ? against : met;
  const shown = places.slice(0, 12).join('; ') + (places.length > 12 ? `; and ${places.length - 12} more` : '');
  return createElement(
    'tr',
    { 'data-standing': standing, 'data-basis': gap.basis, 'data-text': '' },
    createElement(
      'td',
      {},
      createElement('code', {}, allowLineBreaks(gap.id)),
      createElement('div', { class: 'soft' }, gap.basis),
    ),
    createElement('td', {}, renderBadge(standing)),
    createElement(
      'td',
      {},
      allowLineBreaks(gap.gap),
      createElement('div', {}, createElement('b', {}, 'Assumed: '), allowLineBreaks(gap.assume)),
    ),
    createElement('td', { class: 'soft' }, allowLineBreaks(shown)),
  );
}

function listing(place: { id: string; store: PageStore }, head: readonly string[], rows: readonly Markup[]): Markup {
  const names = createElement(
    'tr',
    {},
    head.map((name) => createElement('th', {}, name)),
  );
  return renderCollapsible(
    `${rows.length} ${head[0]}s`,
    createElement(
      'div',
      { class: 'wide' },
      createElement('table', {}, createElement('thead', {}, names), createElement('tbody', {}, rows)),
    ),
    place,
  );
}
