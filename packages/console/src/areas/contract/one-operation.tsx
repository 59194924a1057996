import type { ComponentChildren } from 'preact';
import type { ApiEvidence } from '../../api/types.js';
import { Tag } from '../../parts/tag.js';
import { linkTo } from '../../route.js';

interface OneOperationProps {
  readonly api: string;
  readonly operation: ApiEvidence['operations'][number];
  readonly evidence: ApiEvidence;
}

/** An operation with the claims that its scenarios show, the gaps that it rests on, and the scenarios themselves. */
export function OneOperation({ api, operation, evidence }: OneOperationProps) {
  const { operationId, method, path, summary } = operation;
  const scenarios = evidence.scenarios.filter(({ id }) => operation.scenarios.includes(id));
  const shown = new Set(scenarios.flatMap(({ claims }) => claims));
  const claims = evidence.claims.filter(({ id }) => shown.has(id));
  const gaps = evidence.gaps.filter(({ id }) => operation.gaps.includes(id));
  return (
    <section class="panel pair-detail" aria-label={operationId}>
      <div>
        <a class="back" href={linkTo(`contract/${api}`)}>
          ← All operations
        </a>
        <h2>{operationId}</h2>
        <p>
          <code>
            {method} {path}
          </code>{' '}
          <span class="muted">{summary}</span>
        </p>
        <p>
          <a href={linkTo('traffic', { api, operation: operationId })}>Its traffic</a>
        </p>
      </div>
      <Evidence title={`${claims.length} claims that its scenarios show`} count={claims.length}>
        {claims.map(({ id, says, section }) => (
          <li key={id}>
            <code>{id}</code>
            <p>{says}</p>
            <p class="muted">{section}</p>
          </li>
        ))}
      </Evidence>
      <Evidence title={`${gaps.length} gaps that it rests on`} count={gaps.length}>
        {gaps.map(({ id, gap, assume, basis }) => (
          <li key={id}>
            <code>{id}</code> <Tag tone={basis === 'invented' ? 'warn' : 'plain'}>{basis}</Tag>
            <p>{gap}</p>
            <p class="muted">Assumed: {assume}</p>
          </li>
        ))}
      </Evidence>
      <Evidence title={`${scenarios.length} scenarios that call it`} count={scenarios.length}>
        {scenarios.map(({ id, summary: about }) => (
          <li key={id}>
            <a href={linkTo(`contract/${api}/${operationId}/${id}`)}>
              <code>{id}</code>
            </a>
            <p>{about}</p>
          </li>
        ))}
      </Evidence>
    </section>
  );
}

interface EvidenceProps {
  readonly title: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

/** What fits on a page is shown at once; longer lists are opened, so that the other ones are found. */
const few = 12;

function Evidence({ title, count, children }: EvidenceProps) {
  return (
    <details class="evidence-part" open={count > 0 && count <= few}>
      <summary>
        <h3>{title}</h3>
      </summary>
      <ul class="evidence">{children}</ul>
    </details>
  );
}
