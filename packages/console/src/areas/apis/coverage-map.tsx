import type { ApiEvidence } from '../../api/types.js';
import { EmptyState } from '../../parts/load-states.js';
import { linkTo } from '../../route.js';
import { findRun } from './run-scenarios.js';

interface CoverageProps {
  readonly api: string;
  readonly operations: ApiEvidence['operations'];
  readonly evidence: ApiEvidence;
}

/** Operations and the scenarios that call them, one square each, with the outcome of the latest run. */
export function CoverageMap({ api, operations, evidence }: CoverageProps) {
  const claims = new Map(evidence.scenarios.map((each) => [each.id, each.claims]));
  const { claims: all, gaps, scenarios } = evidence;
  return (
    <section class="panel" aria-label="Coverage">
      <h2>Coverage</h2>
      <p class="muted">
        {all.length} claims, {gaps.length} gaps and {scenarios.length} scenarios belong to this API. Each square is a
        scenario; choose one to run it.
      </p>
      {operations.length === 0 ? <EmptyState title="No operations" /> : null}
      <ul class="coverage">
        {operations.map(({ operationId, scenarios: own }) => (
          <li key={operationId}>
            <a href={linkTo(`apis/${api}/${operationId}`)}>{operationId}</a>
            <span class="muted">{new Set(own.flatMap((id) => claims.get(id) ?? [])).size} claims</span>
            <span class="squares">
              {own.map((id) => {
                const name = `${id}: ${findRun(api, id)?.outcome ?? 'not run'}, claims ${claims.get(id)?.join(', ') || 'none'}`;
                return (
                  <a
                    key={id}
                    class={`square ${findRun(api, id)?.outcome ?? ''}`}
                    href={linkTo(`apis/${api}/${operationId}/${id}`)}
                    title={name}
                  >
                    <span class="visually-hidden">{name}</span>
                  </a>
                );
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
