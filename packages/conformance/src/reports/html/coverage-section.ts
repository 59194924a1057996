import type { OperationCoverage, PropertyCoverage, WireCoverage } from '../../results/result.js';
import { allowLineBreaks } from './allow-line-breaks.js';
import { collapsible } from './collapsible.js';
import { filterBar } from './filter-bar.js';
import type { PageStore } from './page-store.js';
import { type Markup, tag } from './tag.js';
import { badge } from './workflow-section.js';

/** The coverage by operation, status, parameter, property and enum value. */
export function coverageSection(wire: WireCoverage | undefined, store: PageStore): Markup {
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
  return tag(
    'section',
    { id: 'coverage' },
    tag('h2', {}, 'Coverage of the descriptions'),
    tag(
      'div',
      { class: 'tiles' },
      rows.map(([name, items]) => tile(`${items.filter(({ seen }) => seen > 0).length} / ${items.length}`, name)),
      tile(String(undocumented), 'undocumented statuses seen'),
    ),
    filterBar('operation-list', 'Search: operation, path', {
      api: operations.map(({ api }) => api),
      seen: ['seen', 'unseen'],
    }),
    collapsible(
      `${operations.length} operations`,
      operations.map((operation) => operationEntry(operation, store)),
      { id: 'operation-list', store },
    ),
  );
}

/** A number with its name. */
export function tile(number: string, name: string): Markup {
  return tag('div', { class: 'tile' }, tag('b', {}, number), tag('span', { class: 'soft' }, name));
}

function operationEntry(operation: OperationCoverage, store: PageStore): Markup {
  const { api, operationId, method, path, calls, statuses, parameters, properties } = operation;
  const seen = calls > 0 ? 'seen' : 'unseen';
  return tag(
    'details',
    { 'data-api': api, 'data-seen': seen, 'data-text': '' },
    tag(
      'summary',
      {},
      badge(seen, `${calls} calls`),
      ' ',
      tag('b', {}, allowLineBreaks(operationId)),
      tag('span', { class: 'soft' }, allowLineBreaks(` ${api} · ${method} ${path} · `)),
      statuses.map(({ status, documented, seen: times }) => [
        badge(documented ? (times > 0 ? 'seen' : 'unseen') : 'undocumented', status),
        ' ',
      ]),
      tag('span', { class: 'soft' }, `${seenOf(properties)} properties, ${seenOf(parameters)} parameters`),
    ),
    store.keep(
      table(
        ['status', 'documented', 'seen'],
        statuses.map(({ status, documented, seen: times }) => [status, documented ? 'yes' : 'no', String(times)]),
      ),
      parameters.length === 0
        ? undefined
        : table(
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
        : table(['status', 'property', 'seen', 'values', 'gaps'], properties.map(propertyRow)),
    ),
  );
}

function propertyRow({ status, pointer, seen, values = [], gaps = [] }: PropertyCoverage): (string | Markup)[] {
  const shown = values.map(
    ({ value, seen: times }) => `${JSON.stringify(value)} ${times === 0 ? 'never' : `× ${times}`}`,
  );
  return [status, pointer, seen === 0 ? badge('unseen', 'never') : String(seen), shown.join(', '), gaps.join(', ')];
}

function seenOf(items: readonly { seen: number }[]): string {
  return `${items.filter(({ seen }) => seen > 0).length} of ${items.length}`;
}

/** A plain table. */
export function table(head: readonly string[], rows: readonly (readonly (string | Markup)[])[]): Markup {
  return tag(
    'table',
    {},
    tag(
      'thead',
      {},
      tag(
        'tr',
        {},
        head.map((name) => tag('th', {}, name)),
      ),
    ),
    tag(
      'tbody',
      {},
      rows.map((row) =>
        tag(
          'tr',
          {},
          row.map((cell, column) =>
            tag('td', { 'data-head': head[column] }, typeof cell === 'string' ? allowLineBreaks(cell) : cell),
          ),
        ),
      ),
    ),
  );
}
