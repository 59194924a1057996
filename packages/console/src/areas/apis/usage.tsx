import { journalEntries, journalVersion } from '../../api/journal.js';
import { type DescribedOperation, loadDescription } from '../../api/load-description.js';
import { useLoad } from '../../api/use-load.js';
import { ActionTable } from '../../parts/action-table.js';
import { InstantText } from '../../parts/instant-text.js';
import { EmptyState } from '../../parts/load-states.js';
import { StatusTag } from '../../parts/status-tag.js';
import { linkTo } from '../../route.js';

/** How often an operation was called, according to the journal entries loaded by this page. */
interface OperationUsage {
  readonly operation: DescribedOperation;
  readonly calls: number;
  readonly failures: number;
  readonly lastAt: string | undefined;
  readonly unseenStatuses: readonly string[];
  readonly unseenParameters: readonly string[];
}

/** Each matching operation of an API with its calls, and the described statuses and parameters that never occurred. */
export function Usage({ api, text }: { readonly api: string; readonly text: string }) {
  const { value } = useLoad(api, loadDescription, true);
  const time = journalVersion.value;
  const operations = (value?.operations ?? []).filter(({ operationId, path }) =>
    `${operationId} ${path}`.toLowerCase().includes(text),
  );
  const rows = time < 0 ? [] : operations.map((operation) => usageOf(api, operation));
  const called = rows.filter(({ calls }) => calls > 0).length;
  return (
    <section class="panel" aria-label="Usage">
      <h2>Usage</h2>
      <p class="muted">
        {called} of {rows.length} operations were called, by the entries of the journal.
      </p>
      <ActionTable
        rows={rows}
        keyOf={({ operation }) => operation.operationId}
        empty={<EmptyState title="No operations" />}
        columns={[
          {
            title: 'Operation',
            cell: ({ operation: { operationId } }) => (
              <a href={linkTo('traffic', { api, operation: operationId })}>{operationId}</a>
            ),
          },
          {
            title: 'Calls',
            cell: ({ calls, failures, lastAt }) =>
              lastAt === undefined ? (
                <StatusTag tone="warn">never called</StatusTag>
              ) : (
                <>
                  {calls}
                  {failures === 0 ? '' : `, ${failures} failed`}, last at <InstantText at={lastAt} long />
                </>
              ),
          },
          {
            title: 'Never seen',
            cell: ({ unseenStatuses, unseenParameters }) =>
              [
                ...(unseenStatuses.length === 0 ? [] : [`status ${unseenStatuses.join(', ')}`]),
                ...(unseenParameters.length === 0 ? [] : [`parameter ${unseenParameters.join(', ')}`]),
              ].join('; ') || 'none',
          },
        ]}
      />
    </section>
  );
}

function usageOf(api: string, operation: DescribedOperation): OperationUsage {
  const calls = journalEntries.filter(
    (entry) => entry.type === 'request' && entry.api === api && entry.operationId === operation.operationId,
  );
  const statuses = new Set(calls.map(({ status }) => String(status)));
  const sent = new Set(calls.flatMap(({ url = '' }) => [...new URL(url, location.origin).searchParams.keys()]));
  return {
    operation,
    calls: calls.length,
    failures: calls.filter(({ status = 0 }) => status >= 400).length,
    lastAt: calls.at(-1)?.at,
    unseenStatuses: operation.statuses.filter((status) => /^\d+$/.test(status) && !statuses.has(status)),
    unseenParameters: operation.parameters.flatMap(({ name, in: place }) =>
      place === 'query' && typeof name === 'string' && !sent.has(name) ? [name] : [],
    ),
  };
}
