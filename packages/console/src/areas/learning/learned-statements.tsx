import type { ApiBehavior } from '../../api/types.js';
import { ActionTable } from '../../parts/action-table.js';
import { ActionButton } from '../../parts/buttons.js';
import { Panel } from '../../parts/panel.js';
import { StatusTag } from '../../parts/status-tag.js';

type Statement = ApiBehavior['statements'][number];

interface StatementsProps {
  readonly statements: readonly Statement[];
  /** Decides about the statement at a JSON Pointer of the model. */
  readonly review: (pointer: string, decision: 'accepted' | 'refused' | undefined) => Promise<string>;
}

/** Statements learned from a recording, with their evidence and a decision on each case. */
export function LearnedStatements({ statements, review }: StatementsProps) {
  const contradicted = statements.filter((each) => each.contradicted > 0).length;
  const decided = statements.filter((each) => each.review !== undefined).length;
  // A case and its lists share one decision.
  const rows = statements.map((each, index) => ({
    ...each,
    index,
    isCase: statements[index - 1]?.pointer !== each.pointer,
  }));
  return (
    <Panel title="Learned statements">
      <p class="muted">
        {statements.length} statements, {contradicted} contradicted, {decided} reviewed. A refused statement does not
        apply.
      </p>
      <ActionTable
        rows={rows}
        keyOf={({ index }) => String(index)}
        columns={[
          { title: 'Operation', cell: ({ operationId }) => <code>{operationId}</code> },
          { title: 'Statement', cell: ({ says }) => <span class="wrapped">{says}</span> },
          { title: 'Seen', cell: ({ seen }) => seen },
          {
            title: 'Contradicted',
            cell: ({ contradicted: count }) => (count === 0 ? 0 : <StatusTag tone="warn">{count}</StatusTag>),
          },
          { title: 'Review', cell: ({ review: decision }) => decision ?? 'open' },
          {
            title: 'Decide',
            acts: true,
            cell: ({ pointer, says, isCase, review: decision }) =>
              isCase ? (
                <span class="buttons">
                  {(['accepted', 'refused', undefined] as const)
                    .filter((each) => each !== decision)
                    .map((each) => (
                      <ActionButton
                        key={String(each)}
                        label={`${names[String(each)]}: ${says}`}
                        run={() => review(pointer, each)}
                      >
                        {names[String(each)] ?? ''}
                      </ActionButton>
                    ))}
                </span>
              ) : null,
          },
        ]}
      />
    </Panel>
  );
}

const names: Readonly<Record<string, string>> = { accepted: 'Accept', refused: 'Refuse', undefined: 'Reopen' };
