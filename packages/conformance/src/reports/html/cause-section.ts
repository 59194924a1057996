import { type Cause, describeOccurrences, type Occurrence } from '../../results/cause.js';
import { curlCommand } from '../curl-command.js';
import { formatPlace } from '../describe-cause.js';
import { allowLineBreaks } from './allow-line-breaks.js';
import type { PageStore } from './page-store.js';
import { type Markup, tag } from './tag.js';
import { badge, findingBox, responseBox } from './workflow-section.js';

/** The rest is closed at first. */
const maxOpen = 20;

/** The causes with their first exchange and all places. */
export function causeSection(causes: readonly Cause[], root: string, store: PageStore): Markup {
  return tag(
    'section',
    { id: 'causes' },
    tag('h2', {}, 'Causes'),
    causes.length === 0 ? tag('p', { class: 'soft' }, 'Nothing is wrong.') : undefined,
    causes.map((cause, index) => causeEntry(cause, { root, store, open: index < maxOpen })),
  );
}

function causeEntry(cause: Cause, { root, store, open }: { root: string; store: PageStore; open: boolean }): Markup {
  const { title, severity, ruleId, pointer, exchange, place, claims, gaps, fingerprint, kind, occurrences } = cause;
  const about = [
    ...(cause.operationId === undefined ? [] : [`${cause.api} ${cause.operationId}`]),
    kind,
    ...(place === undefined ? [] : [formatPlace(place, root)]),
    ...(claims.length === 0 ? [] : [`claim ${claims.join(', ')}`]),
    ...(gaps.length === 0 ? [] : [`gap ${gaps.join(', ')}`]),
    fingerprint,
  ];
  const values = {
    ...('expected' in cause ? { expected: cause.expected } : {}),
    ...('actual' in cause ? { actual: cause.actual } : {}),
  };
  return tag(
    'details',
    { class: 'cause', open: open && severity === 'error' },
    tag(
      'summary',
      {},
      badge(severity === 'error' ? 'failed' : 'skipped', severity),
      ' ',
      tag('b', {}, allowLineBreaks(title)),
      tag('span', { class: 'soft' }, ` ${describeOccurrences(cause)}`),
    ),
    tag(
      'div',
      { class: 'inside' },
      store.keep(
        tag('p', { class: 'soft' }, allowLineBreaks(about.join(' · '))),
        findingBox({ ruleId, severity, message: title, pointer, ...values }),
        exchange === undefined
          ? undefined
          : [
              tag(
                'div',
                {},
                tag('button', { type: 'button', 'data-copy': true }, 'copy'),
                tag('pre', { class: 'curl' }, curlCommand(exchange)),
              ),
              exchange.response === undefined
                ? tag('p', {}, allowLineBreaks(`No response: ${exchange.error ?? ''}`))
                : responseBox(exchange.response, store),
            ],
        tag(
          'details',
          {},
          tag('summary', {}, 'Everywhere it was met'),
          tag(
            'ul',
            {},
            occurrences.map((occurrence) => tag('li', {}, allowLineBreaks(occurrenceText(occurrence, root)))),
          ),
        ),
      ),
    ),
  );
}

function occurrenceText(occurrence: Occurrence, root: string): string {
  const { file, workflowId, stepOf, stepId, message } = occurrence;
  const where = [workflowId, stepOf, stepId].filter((part) => part !== undefined && part !== '').join(' / ');
  return `${where}${file === '' ? '' : ` (${formatPlace(occurrence, root)})`}: ${message}`;
}
