import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import type { SnapshotInfo } from '../../api/types.js';
import { ActionButton } from '../../parts/buttons.js';
import { InstantText } from '../../parts/instant-text.js';
import { EmptyState } from '../../parts/load-states.js';
import { Panel } from '../../parts/panel.js';
import { ServerActionForm, TextField, useField } from '../../parts/server-action-form.js';
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
  const name = useField();
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
  const remove = async (saved: string) => {
    await callControl(`DELETE snapshots/${encodeURIComponent(saved)}`);
    await onChanged();
    return `Deleted snapshot ${saved}.`;
  };
  const take = async () => {
    await callControl(`PUT snapshots/${encodeURIComponent(name.value)}`);
    name.onChange('');
    await onChanged();
    return `Saved snapshot ${name.value}.`;
  };
  return (
    <Panel title="Snapshots">
      <ServerActionForm inline send={take} button="Take a snapshot">
        <TextField label={`Snapshot name for ${sandbox}`} {...name} required placeholder="before-training" />
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
          {snapshots.map(({ name: saved, sandbox: origin, now, records }) => (
            <li key={saved}>
              <span>
                <strong>{saved}</strong>{' '}
                <span class="muted">
                  of {origin}, <InstantText at={now} long />, {records} records
                </span>
              </span>
              <span class="buttons">
                <ActionButton label={`Restore ${saved}`} run={() => restore(saved)}>
                  Restore
                </ActionButton>
                <a
                  class="button"
                  aria-label={`Compare with snapshot ${saved}`}
                  href={linkTo(`sandboxes/snapshot/${saved}`)}
                >
                  Compare
                </a>
                <ActionButton asks kind="danger" label={`Delete snapshot ${saved}`} run={() => remove(saved)}>
                  Delete
                </ActionButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
