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
      <h3>{claims.length} claims that its scenarios show</h3>
      <ul class="evidence">
        {claims.map(({ id, says, section }) => (
          <li key={id}>
            <code>{id}</code>
            <p>{says}</p>
            <p class="muted">{section}</p>
          </li>
        ))}
      </ul>
      <h3>{gaps.length} gaps that it rests on</h3>
      <ul class="evidence">
        {gaps.map(({ id, gap, assume, basis }) => (
          <li key={id}>
            <code>{id}</code> <Tag tone={basis === 'invented' ? 'warn' : 'plain'}>{basis}</Tag>
            <p>{gap}</p>
            <p class="muted">Assumed: {assume}</p>
          </li>
        ))}
      </ul>
      <h3>{scenarios.length} scenarios that call it</h3>
      <ul class="evidence">
        {scenarios.map(({ id, summary: about }) => (
          <li key={id}>
            <a href={linkTo(`contract/${api}/${operationId}/${id}`)}>
              <code>{id}</code>
            </a>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
