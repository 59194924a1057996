import type { ClaimCoverage } from '../../coverage/coverage-of.js';
import type { GapStatus } from '../../coverage/gap-statuses.js';
import { allowLineBreaks } from './allow-line-breaks.js';
import { collapsible } from './collapsible.js';
import { filterBar } from './filter-bar.js';
import type { PageStore } from './page-store.js';
import { type Markup, tag } from './tag.js';
import { badge } from './workflow-section.js';

/** The claims with their proof, and the gaps with their status. */
export function ledgerSections(
  claims: readonly ClaimCoverage[],
  gaps: readonly GapStatus[],
  store: PageStore,
): Markup[] {
  return [
    tag(
      'section',
      { id: 'claims' },
      tag('h2', {}, 'Claims'),
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
    tag(
      'section',
      { id: 'gaps' },
      tag('h2', {}, 'Gaps'),
      filterBar('gap-list', 'Search: gap, assumption', {
        standing: gaps.map(({ standing }) => standing),
        basis: gaps.map(({ gap }) => gap.basis),
      }),
      listing(
        { id: 'gap-list', store },
        ['gap', 'standing', 'what is not shown, and what is assumed', 'met at'],
        gaps.map(gapRow),
      ),
    ),
  ];
}

function claimRow({ id, api, says, outcome, scenarios }: ClaimCoverage): Markup {
  const shown = [...new Set(scenarios.map((scenario) => `${scenario.workflowId} ${scenario.outcome}`))];
  return tag(
    'tr',
    { 'data-outcome': outcome, 'data-api': api, 'data-text': '' },
    tag('td', {}, tag('code', {}, allowLineBreaks(id))),
    tag('td', {}, badge(outcome)),
    tag('td', {}, allowLineBreaks(says)),
    tag('td', { class: 'soft' }, allowLineBreaks(shown.join(', '))),
  );
}

function gapRow({ gap, standing, met, against }: GapStatus): Markup {
  const places = against.length > 0 ? against : met;
  const shown = places.slice(0, 12).join('; ') + (places.length > 12 ? `; and ${places.length - 12} more` : '');
  return tag(
    'tr',
    {
      'data-standing': standing,
      'data-basis': gap.basis,
      'data-text': '',
    },
    tag('td', {}, tag('code', {}, allowLineBreaks(gap.id)), tag('div', { class: 'soft' }, gap.basis)),
    tag('td', {}, badge(standing)),
    tag('td', {}, allowLineBreaks(gap.gap), tag('div', {}, tag('b', {}, 'Assumed: '), allowLineBreaks(gap.assume))),
    tag('td', { class: 'soft' }, allowLineBreaks(shown)),
  );
}

function listing(place: { id: string; store: PageStore }, head: readonly string[], rows: readonly Markup[]): Markup {
  const names = tag(
    'tr',
    {},
    head.map((name) => tag('th', {}, name)),
  );
  return collapsible(
    `${rows.length} ${head[0]}s`,
    tag('div', { class: 'wide' }, tag('table', {}, tag('thead', {}, names), tag('tbody', {}, rows))),
    place,
  );
}
