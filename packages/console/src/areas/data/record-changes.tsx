import type { RecordChange } from '../../api/types.js';
import { useControl } from '../../api/use-load.js';
import { shortText } from '../../parts/differences.js';
import { LoadingState } from '../../parts/load-states.js';
import { toRecordLink } from '../../route.js';

const most = 200;

interface RecordChangesProps {
  readonly title: string;
  /** Query of `listChanges`; default: since the sandbox was created. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The records that differ between two states. */
export function RecordChanges({ title, query = {} }: RecordChangesProps) {
  const { value, error } = useControl<{ count: number; changes: RecordChange[] }>(
    `diff?${new URLSearchParams({ ...query, limit: String(most) })}`,
  );
  if (value === undefined) return <LoadingState error={error} />;
  return (
    <>
      <h2>{title}</h2>
      {value.count === 0 ? <p class="muted">No record has changed.</p> : null}
      <ul class="changes">
        {value.changes.map(({ change, key, members = [], ...at }) => (
          <li key={`${at.api} ${at.clientId} ${at.tenantId} ${at.collection} ${key}`}>
            {change} {at.api} {at.collection}{' '}
            {change === 'removed' ? <code>{key}</code> : <a href={toRecordLink(at, key)}>{key}</a>}
            <ul>
              {members.map(({ pointer, before, after }) => (
                <li key={pointer}>
                  <code>{pointer}</code>: {shortText(before)} → {shortText(after)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {value.count > most ? (
        <p class="muted">
          Showing the first {most} of {value.count} changes.
        </p>
      ) : null}
    </>
  );
}
