import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { SnapshotInfo } from '../../api/types.js';
import { Act } from '../../parts/act.js';
import { Empty } from '../../parts/empty.js';
import { Field, Form, Text } from '../../parts/form.js';
import { Instant } from '../../parts/instant.js';

interface SnapshotsProps {
  readonly snapshots: readonly SnapshotInfo[];
  readonly sandbox: string;
  readonly onChanged: () => Promise<void>;
}

/** Snapshots of a sandbox, to restore or to create new sandboxes from. */
export function Snapshots({ snapshots, sandbox, onChanged }: SnapshotsProps) {
  const [name, setName] = useState('');
  const take = async () => {
    await call(`PUT snapshots/${encodeURIComponent(name)}`);
    setName('');
    await onChanged();
    return `Saved snapshot ${name}.`;
  };
  return (
    <section class="panel" aria-label="Snapshots">
      <h2>Snapshots</h2>
      <Form inline send={take} button="Take a snapshot">
        <Field label={`Snapshot name for ${sandbox}`}>
          <Text value={name} onChange={setName} required placeholder="before-training" />
        </Field>
      </Form>
      {snapshots.length === 0 ? (
        <Empty title="No snapshots">Take a snapshot before a step that you want to repeat.</Empty>
      ) : (
        <ul class="list">
          {snapshots.map((snapshot) => (
            <li key={snapshot.name}>
              <span>
                <strong>{snapshot.name}</strong>{' '}
                <span class="muted">
                  of {snapshot.sandbox}, <Instant at={snapshot.now} long />, {snapshot.records} records
                </span>
              </span>
              <span class="buttons">
                <Act
                  label={`Restore ${snapshot.name}`}
                  run={async () => {
                    await call(`POST snapshots/${encodeURIComponent(snapshot.name)}/restore`, {});
                    await onChanged();
                    return `Restored ${sandbox} from ${snapshot.name}.`;
                  }}
                >
                  Restore
                </Act>
                <Act
                  kind="danger"
                  label={`Delete snapshot ${snapshot.name}`}
                  run={async () => {
                    await call(`DELETE snapshots/${encodeURIComponent(snapshot.name)}`);
                    await onChanged();
                    return `Deleted snapshot ${snapshot.name}.`;
                  }}
                >
                  Delete
                </Act>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
