import type { OperationCoverage, PropertyCoverage, WireCoverage } from '../../results/result.js';
import { allowLineBreaks } from './allow-line-breaks.js';
import { renderCollapsible } from './collapsible.js';
import { filterBar } from './filter-bar.js';
import type { PageStore } from './page-store.js';
import { createElement, type Markup } from './tag.js';
import { renderBadge } from './workflow-section.js';

/** Renders the coverage by operation, status, parameter, property and enum value. */
export function renderCoverage(wire: WireCoverage | undefined, store: PageStore): Markup {
  const operations = (wire?.operations ?? []).filter(({ api }) => api !== 'control');
  const properties = operations.flatMap((operation) => operation.properties);
  const statuses = operations.flatMap((operation) => operation.statuses);
  const values = properties.flatMap((property) => property.values ?? []);
  const rows: [string, readonly { seen: number }[]][] = [
    ['operations', operations.map(({ calls }) => ({ seen: calls }))],
    ['documented statuses', statuses.filter(({ documented }) => documented)],
    ['parameters', operations.flatMap((operation) => operation.parameters)],
    ['properties of answers', properties],
    ['enum values', values],
  ];
  const undocumented = statuses.filter(({ documented }) => !documented).length;
  return createElement(
    'section',
    { id: 'coverage' },
    createElement('h2', {}, 'Coverage of the descriptions'),
    createElement(
      'div',
      { class: 'tiles' },
      rows.map(([name, items]) => renderTile(`${items.filter(({ seen }) => seen > 0).length} / ${items.length}`, name)),
      renderTile(String(undocumented), 'undocumented statuses seen'),
    ),
    filterBar('operation-list', 'Search: operation, path', {
      api: operations.map(({ api }) => api),
      seen: ['seen', 'unseen'],
    }),
    renderCollapsible(
      `${operations.length} operations`,
      operations.map((operation) => operationEntry(operation, store)),
      { id: 'operation-list', store },
    ),
  );
}

export function renderTile(number: string, name: string): Markup {
  return createElement(
    'div',
    { class: 'tile' },
    createElement('b', {}, number),
    createElement('span', { class: 'soft' }, name),
  );
}

function operationEntry(operation: OperationCoverage, store: PageStore): Markup {
  const { api, operationId, method, path, calls, statuses, parameters, properties } = operation;
  const seen = calls > 0 ? 'seen' : 'unseen';
  return createElement(
    'details',
    { 'data-api': api, 'data-seen': seen, 'data-text': '' },
    createElement(
      'summary',
      {},
      renderBadge(seen, `${calls} calls`),
      ' ',
      createElement('b', {}, allowLineBreaks(operationId)),
      createElement('span', { class: 'soft' }, allowLineBreaks(` ${api} · ${method} ${path} · `)),
      statuses.map(({ status, documented, seen: times }) => [
        renderBadge(documented ? (times > 0 ? 'seen' : 'unseen') : 'undocumented', status),
        ' ',
      ]),
      createElement('span', { class: 'soft' }, `${seenOf(properties)} properties, ${seenOf(parameters)} parameters`),
    ),
    store.keep(
      renderTable(
        ['status', 'documented', 'seen'],
        statuses.map(({ status, documented, seen: times }) => [status, documented ? 'yes' : 'no', String(times)]),
      ),
      parameters.length === 0
        ? undefined
        : renderTable(
            ['parameter', 'in', 'required', 'sent'],
            parameters.map((parameter) => [
              parameter.name,
              parameter.in,
              parameter.required ? 'yes' : 'no',
              String(parameter.seen),
            ]),
          ),
      properties.length === 0
        ? undefined
        : renderTable(['status', 'property', 'seen', 'values', 'gaps'], properties.map(propertyRow)),
    ),
  );
}

function propertyRow({ status, pointer, seen, values = [], gaps = [] }: PropertyCoverage): (string | Markup)[] {
  const shown = values.map(
    ({ value, seen: times }) => `${JSON.stringify(value)} ${times === 0 ? 'never' : `× ${times}`}`,
  );
  return [
    status,
    pointer,
    seen === 0 ? renderBadge('unseen', 'never') : String(seen),
    shown.join(', '),
    gaps.join(', '),
  ];
}

function seenOf(items: readonly { seen: number }[]): string {
  return `${items.filter(({ seen }) => seen > 0).length} of ${items.length}`;
}

/** Renders a plain table. */
export function renderTable(head: readonly string[], rows: readonly (readonly (string | Markup)[])[]): Markup {
  return createElement(
    'table',
    {},
    createElement(
      'thead',
      {},
      createElement(
        'tr',
        {},
        head.map((name) => createElement('th', {}, name)),
      ),
    ),
    createElement(
      'tbody',
      {},
      rows.map((row) =>
        createElement(
          'tr',
          {},
          row.map((cell, column) =>
            createElement('td', { 'data-head': head[column] }, typeof cell === 'string' ? allowLineBreaks(cell) : cell),
          ),
        ),
      ),
    ),
  );
}
