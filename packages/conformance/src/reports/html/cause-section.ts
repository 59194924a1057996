import { type Cause, type CauseOccurrence, describeOccurrences } from '../../results/cause.js';
import { formatLocation } from '../describe-cause.js';
import { formatCurlCommand } from '../format-curl-command.js';
import { allowLineBreaks } from './allow-line-breaks.js';
import type { PageStore } from './page-store.js';
import { createElement, type Markup } from './tag.js';
import { renderBadge, renderFinding, renderResponse } from './workflow-section.js';

/** Number of causes that are initially open. */
const maxOpen = 20;

/** Renders the causes with their first exchange and all occurrences. */
export function renderCauses(causes: readonly Cause[], root: string, store: PageStore): Markup {
  return createElement(
    'section',
    { id: 'causes' },
    createElement('h2', {}, 'Causes'),
    causes.length === 0 ? createElement('p', { class: 'soft' }, 'Nothing is wrong.') : undefined,
    causes.map((cause, index) => causeEntry(cause, { root, store, open: index < maxOpen })),
  );
}

function causeEntry(cause: Cause, { root, store, open }: { root: string; store: PageStore; open: boolean }): Markup {
  const { title, severity, ruleId, pointer, exchange, place, claims, gaps, fingerprint, kind, occurrences } = cause;
  const about = [
    ...(cause.operationId === undefined ? [] : [`${cause.api} ${cause.operationId}`]),
    kind,
    ...(place === undefined ? [] : [formatLocation(place, root)]),
    ...(claims.length === 0 ? [] : [`claim ${claims.join(', ')}`]),
    ...(gaps.length === 0 ? [] : [`gap ${gaps.join(', ')}`]),
    fingerprint,
  ];
  const values = {
    ...('expected' in cause ? { expected: cause.expected } : {}),
    ...('actual' in cause ? { actual: cause.actual } : {}),
  };
  return createElement(
    'details',
    { class: 'cause', open: open && severity === 'error' },
    createElement(
      'summary',
      {},
      renderBadge(severity === 'error' ? 'failed' : 'skipped', severity),
      ' ',
      createElement('b', {}, allowLineBreaks(title)),
      createElement('span', { class: 'soft' }, ` ${describeOccurrences(cause)}`),
    ),
    createElement(
      'div',
      { class: 'inside' },
      store.keep(
        createElement('p', { class: 'soft' }, allowLineBreaks(about.join(' · '))),
        renderFinding({ ruleId, severity, message: title, pointer, ...values }),
        exchange === undefined
          ? undefined
          : [
              createElement(
                'div',
                {},
                createElement('button', { type: 'button', 'data-copy': true }, 'copy'),
                createElement('pre', { class: 'curl' }, formatCurlCommand(exchange)),
              ),
              exchange.response === undefined
                ? createElement('p', {}, allowLineBreaks(`No response: ${exchange.error ?? ''}`))
                : renderResponse(exchange.response, store),
            ],
        createElement(
          'details',
          {},
          createElement('summary', {}, 'Everywhere it was met'),
          createElement(
            'ul',
            {},
            occurrences.map((occurrence) => createElement('li', {}, allowLineBreaks(occurrenceText(occurrence, root)))),
          ),
        ),
      ),
    ),
  );
}

function occurrenceText(occurrence: CauseOccurrence, root: string): string {
  const { file, workflowId, stepOf, stepId, message } = occurrence;
  const where = [workflowId, stepOf, stepId].filter((part) => part !== undefined && part !== '').join(' / ');
  return `${where}${file === '' ? '' : ` (${formatLocation(occurrence, root)})`}: ${message}`;
}
