import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import type { SnapshotInfo } from '../../api/types.js';
import { ActionButton } from '../../parts/action-button.js';
import { InstantText } from '../../parts/instant-text.js';
import { EmptyState } from '../../parts/load-states.js';
import { FormField, ServerActionForm, TextInput } from '../../parts/server-action-form.js';
import { linkTo } from '../../route.js';

/** Name of the snapshot that undoes a restore. */
const beforeRestore = 'before-restore';

interface SnapshotsProps {
  readonly snapshots: readonly SnapshotInfo[];
  readonly sandbox: string;
  readonly onChanged: () => Promise<void>;
}

/** Snapshots of a sandbox, to restore or to create new sandboxes from. */
export function SnapshotList({ snapshots, sandbox, onChanged }: SnapshotsProps) {
  const [name, setName] = useState('');
  const [undoable, setUndoable] = useState(false);
  const restore = async (from: string) => {
    await callControl(`PUT snapshots/${beforeRestore}`);
    await callControl(`POST snapshots/${encodeURIComponent(from)}/restore`, {});
    setUndoable(true);
    await onChanged();
    return `Restored ${sandbox} from ${from}.`;
  };
  const undo = async () => {
    await callControl(`POST snapshots/${beforeRestore}/restore`, {});
    setUndoable(false);
    await onChanged();
    return 'Undone: the state before the restore is back.';
  };
  const take = async () => {
    await callControl(`PUT snapshots/${encodeURIComponent(name)}`);
    setName('');
    await onChanged();
    return `Saved snapshot ${name}.`;
  };
  return (
    <section class="panel" aria-label="Snapshots">
      <h2>Snapshots</h2>
      <ServerActionForm inline send={take} button="Take a snapshot">
        <FormField label={`Snapshot name for ${sandbox}`}>
          <TextInput value={name} onChange={setName} required placeholder="before-training" />
        </FormField>
      </ServerActionForm>
      {undoable ? (
        <p>
          <ActionButton run={undo}>Undo restore</ActionButton>
        </p>
      ) : null}
      {snapshots.length === 0 ? (
        <EmptyState title="No snapshots">Take a snapshot before a step that you want to repeat.</EmptyState>
      ) : (
        <ul class="list">
          {snapshots.map((snapshot) => (
            <li key={snapshot.name}>
              <span>
                <strong>{snapshot.name}</strong>{' '}
                <span class="muted">
                  of {snapshot.sandbox}, <InstantText at={snapshot.now} long />, {snapshot.records} records
                </span>
              </span>
              <span class="buttons">
                <ActionButton label={`Restore ${snapshot.name}`} run={() => restore(snapshot.name)}>
                  Restore
                </ActionButton>
                <a
                  class="button"
                  aria-label={`Compare with snapshot ${snapshot.name}`}
                  href={linkTo(`sandboxes/snapshot/${snapshot.name}`)}
                >
                  Compare
                </a>
                <ActionButton
                  asks
                  kind="danger"
                  label={`Delete snapshot ${snapshot.name}`}
                  run={async () => {
                    await callControl(`DELETE snapshots/${encodeURIComponent(snapshot.name)}`);
                    await onChanged();
                    return `Deleted snapshot ${snapshot.name}.`;
                  }}
                >
                  Delete
                </ActionButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
