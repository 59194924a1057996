import { isReadOnly } from '../../api/server-info.js';
import type { ApiBehavior } from '../../api/types.js';
import { ActionTable } from '../../parts/action-table.js';
import { EmptyState } from '../../parts/load-states.js';
import { Panel } from '../../parts/panel.js';
import { SearchInput, useField } from '../../parts/server-action-form.js';
import { StatusTag } from '../../parts/status-tag.js';

type Operation = ApiBehavior['operations'][number];

interface OperationsProps {
  readonly operations: readonly Operation[];
  /** Whether the draft of the overlay changes an operation. */
  readonly isDifferent: (operation: Operation) => boolean;
  readonly correct: (operation: Operation) => void;
}

/** Operations shown at a time. */
const most = 100;

/** What each operation does, why, and the `x-understudy` that corrects it. */
export function InferredOperations({ operations, isDifferent, correct }: OperationsProps) {
  const text = useField();
  const found = operations.filter((each) => JSON.stringify(each).toLowerCase().includes(text.value.toLowerCase()));
  // Changes are visible without a search.
  const rows = [...found.filter(isDifferent), ...found.filter((each) => !isDifferent(each))].slice(0, most);
  return (
    <Panel title="Inferred behavior">
      <div class="bar">
        <SearchInput label="Search behavior" placeholder="Search operations" {...text} />
        <span class="count">
          {rows.length === found.length ? `${found.length} operations` : `${rows.length} of ${found.length} operations`}
        </span>
      </div>
      <ActionTable
        rows={rows}
        keyOf={({ operationId }) => operationId}
        empty={<EmptyState title="No operations" />}
        columns={[
          {
            title: 'Operation',
            cell: (each) => (
              <>
                {each.operationId} {isDifferent(each) ? <StatusTag tone="warn">changed</StatusTag> : null}
                <div class="muted">
                  {each.method} {each.path}
                </div>
              </>
            ),
          },
          {
            title: 'x-understudy',
            cell: ({ extension }) => (
              <code>
                {Object.entries(extension)
                  .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
                  .join(', ')}
              </code>
            ),
          },
          { title: 'Why', cell: ({ why }) => why },
          {
            title: 'Correct',
            acts: true,
            cell: (each) =>
              isReadOnly() ? null : (
                <button type="button" aria-label={`Correct ${each.operationId}`} onClick={() => correct(each)}>
                  Correct
                </button>
              ),
          },
        ]}
      />
    </Panel>
  );
}
