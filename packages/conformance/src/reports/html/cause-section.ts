import { type Cause, type CauseOccurrence, describeOccurrences } from '../../results/cause.js';
import { formatLocation } from '../describe-cause.js';
import { allowLineBreaks } from './allow-line-breaks.js';
import { renderBadge } from './controls.js';
import { html, type Markup } from './html.js';
import type { PageStore } from './page-store.js';
import { renderCurlAndResponse, renderFinding } from './workflow-section.js';

/** Number of causes that are initially open. */
const maxOpen = 20;

/** Renders the causes with their first exchange and all occurrences. */
export function renderCauses(causes: readonly Cause[], root: string, store: PageStore): Markup {
  return html`
    <section id="causes">
      <h2>Causes</h2>
      ${causes.length === 0 ? html`<p class="soft">Nothing is wrong.</p>` : undefined}
      ${causes.map((cause, index) => causeEntry(cause, root, store, index < maxOpen))}
    </section>`;
}

function causeEntry(cause: Cause, root: string, store: PageStore, isOpen: boolean): Markup {
  const { title, severity, exchange, place, claims, gaps, fingerprint, kind, occurrences } = cause;
  const about = [
    ...(cause.operationId === undefined ? [] : [`${cause.api} ${cause.operationId}`]),
    kind,
    ...(place === undefined ? [] : [formatLocation(place, root)]),
    ...(claims.length === 0 ? [] : [`claim ${claims.join(', ')}`]),
    ...(gaps.length === 0 ? [] : [`gap ${gaps.join(', ')}`]),
    fingerprint,
  ];
  // A sequence is shown with its steps.
  const message = occurrences.find((each) => each.message.includes('\n'))?.message ?? title;
  const details = html`
    <p class="soft">${allowLineBreaks(about.join(' · '))}</p>
    ${renderFinding({ ...cause, message })}
    ${exchange && renderCurlAndResponse(exchange, store)}
    <details>
      <summary>Everywhere it was met</summary>
      <ul>${occurrences.map((each) => html`<li>${allowLineBreaks(occurrenceText(each, root))}</li>`)}</ul>
    </details>`;
  return html`
    <details class="cause"${isOpen && severity === 'error' ? html` open="open"` : undefined}>
      <summary>
        ${renderBadge(severity === 'error' ? 'failed' : 'skipped', severity)} <b>${allowLineBreaks(title)}</b>
        <span class="soft"> ${describeOccurrences(cause)}</span>
      </summary>
      <div class="inside">${store.keep(details)}</div>
    </details>`;
}

function occurrenceText(occurrence: CauseOccurrence, root: string): string {
  const { file, workflowId, stepOf, stepId, message } = occurrence;
  const where = [workflowId, stepOf, stepId].filter((part) => part !== undefined && part !== '').join(' / ');
  return `${where}${file === '' ? '' : ` (${formatLocation(occurrence, root)})`}: ${message}`;
}
