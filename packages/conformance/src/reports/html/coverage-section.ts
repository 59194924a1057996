import { stringifyJson } from '@understudy/contract';
import type { ClaimCoverage } from '../../coverage/compute-coverage.js';
import type { GapStatus } from '../../coverage/gap-statuses.js';
import type { OperationCoverage, PropertyCoverage, WireCoverage } from '../../results/result.js';
import { renderBadge, renderFilter, renderTable, renderTile } from './controls.js';
import { allowLineBreaks, html, type Markup } from './html.js';
import type { PageStore } from './page-store.js';

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
  return html`
    <section id="coverage">
      <h2>Coverage of the descriptions</h2>
      <div class="tiles">
        ${rows.map(([name, items]) => renderTile(`${countSeen(items)} / ${items.length}`, name))}
        ${renderTile(String(undocumented), 'undocumented statuses seen')}
      </div>
      ${renderFilter('operation-list', 'Search: operation, path', {
        api: operations.map(({ api }) => api),
        seen: ['seen', 'unseen'],
      })}
      ${store.collapse(
        `${operations.length} operations`,
        operations.map((operation) => operationEntry(operation, store)),
        'operation-list',
      )}
    </section>`;
}

function operationEntry(operation: OperationCoverage, store: PageStore): Markup {
  const { api, operationId, method, path, calls, statuses, parameters, properties } = operation;
  const seen = calls > 0 ? 'seen' : 'unseen';
  const seenOf = (items: readonly { seen: number }[]) => `${countSeen(items)} of ${items.length}`;
  const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
  const tables = [
    renderTable(
      ['status', 'documented', 'seen'],
      statuses.map(({ status, documented, seen: times }) => [status, yesOrNo(documented), String(times)]),
    ),
    renderTable(
      ['parameter', 'in', 'required', 'sent'],
      parameters.map(({ name, in: place, required, seen: times }) => [name, place, yesOrNo(required), String(times)]),
    ),
    renderTable(['status', 'property', 'seen', 'values', 'gaps'], properties.map(propertyRow)),
  ];
  const isShown = [true, parameters.length > 0, properties.length > 0];
  return html`
    <details data-api="${api}" data-seen="${seen}" data-text="">
      <summary>
        ${renderBadge(seen, `${calls} calls`)} <b>${allowLineBreaks(operationId)}</b>
        <span class="soft">${allowLineBreaks(` ${api} · ${method} ${path} · `)}</span>
        ${statuses.map(
          ({ status, documented, seen: times }) =>
            html`${renderBadge(documented ? (times > 0 ? 'seen' : 'unseen') : 'undocumented', status)} `,
        )}
        <span class="soft">${seenOf(properties)} properties, ${seenOf(parameters)} parameters</span>
      </summary>
      ${store.keep(tables.filter((_, index) => isShown[index]))}
    </details>`;
}

function propertyRow({ status, pointer, seen, values = [], gaps = [] }: PropertyCoverage): (string | Markup)[] {
  const shown = values.map(
    ({ value, seen: times }) => `${stringifyJson(value)} ${times === 0 ? 'never' : `× ${times}`}`,
  );
  return [
    status,
    pointer,
    seen === 0 ? renderBadge('unseen', 'never') : String(seen),
    shown.join(', '),
    gaps.join(', '),
  ];
}

function countSeen(items: readonly { seen: number }[]): number {
  return items.filter(({ seen }) => seen > 0).length;
}

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
