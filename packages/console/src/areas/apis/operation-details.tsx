import type { ComponentChildren } from 'preact';
import type { ApiEvidence } from '../../api/types';
import { Detail } from '../../parts/pair.js';
import { StatusTag } from '../../parts/status-tag';
import { linkTo } from '../../route.js';
import { findRun, Outcome, RunScenarios } from './run-scenarios.js';

interface OneOperationProps {
  readonly api: string;
  readonly operation: ApiEvidence['operations'][number];
  readonly evidence: ApiEvidence;
}

/** An operation with its claims, gaps and scenarios. */
export function OperationDetails({ api, operation, evidence }: OneOperationProps) {
  const { operationId, method, path, summary } = operation;
  const scenarios = evidence.scenarios.filter(({ id }) => operation.scenarios.includes(id));
  const shown = new Set(scenarios.flatMap(({ claims }) => claims));
  const claims = evidence.claims.filter(({ id }) => shown.has(id));
  const gaps = evidence.gaps.filter(({ id }) => operation.gaps.includes(id));
  return (
    <Detail
      label={operationId}
      back={[linkTo(`apis/${api}`), 'All operations']}
      about={
        <>
          <p>
            <code>
              {method} {path}
            </code>{' '}
            <span class="muted">{summary}</span>
          </p>
          <p>
            <a href={linkTo(`apis/${api}/${operationId}/try`)}>Try it here</a> ·{' '}
            <a href={linkTo('traffic', { api, operation: operationId })}>Show its traffic</a>
          </p>
        </>
      }
    >
      <Evidence title="Scenarios prove" count={claims.length} noun="claim">
        {claims.map(({ id, says, section }) => (
          <li key={id}>
            <code>{id}</code>
            <p>{says}</p>
            <p class="muted">{section}</p>
          </li>
        ))}
      </Evidence>
      <Evidence title="Depends on" count={gaps.length} noun="gap">
        {gaps.map(({ id, gap, assume, basis }) => (
          <li key={id}>
            <code>{id}</code> <StatusTag tone={basis === 'invented' ? 'warn' : 'plain'}>{basis}</StatusTag>
            <p>{gap}</p>
            <p class="muted">Assumed: {assume}</p>
          </li>
        ))}
      </Evidence>
      <Evidence title="Called by" count={scenarios.length} noun="scenario">
        <li>
          <RunScenarios api={api} scenarios={scenarios} />
        </li>
        {scenarios.map(({ id, summary: about }) => (
          <li key={id}>
            <a href={linkTo(`apis/${api}/${operationId}/${id}`)}>
              <code>{id}</code>
            </a>{' '}
            <Outcome outcome={findRun(api, id)?.outcome} />
            <p>{about}</p>
          </li>
        ))}
      </Evidence>
    </Detail>
  );
}

interface EvidenceProps {
  readonly title: string;
  readonly count: number;
  readonly noun: string;
  readonly children: ComponentChildren;
}

/** Maximum length of a list that is initially expanded. */
const few = 12;

function Evidence({ title, count, noun, children }: EvidenceProps) {
  return (
    <details class="evidence-part" open={count > 0 && count <= few}>
      <summary>
        <h3>{`${title} ${count} ${noun}${count === 1 ? '' : 's'}`}</h3>
      </summary>
      <ul class="evidence">{children}</ul>
    </details>
  );
}
