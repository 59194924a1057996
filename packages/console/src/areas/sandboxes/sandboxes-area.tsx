import { toPageUrl } from '../../api/address.js';
import { callControl } from '../../api/call-control.js';
import { clearJournal, loadMissingEntries } from '../../api/journal.js';
import type { Sandbox, ServerInfo, SnapshotInfo } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { ActionButton } from '../../parts/action-button.js';
import { ActionTable } from '../../parts/action-table.js';
import { AreaHeading } from '../../parts/area-heading.js';
import { CopyButton } from '../../parts/copy-button.js';
import { InstantText } from '../../parts/instant-text.js';
import { LoadError } from '../../parts/load-states.js';
import { StatusTag } from '../../parts/status-tag.js';
import { NewSandboxForm } from './new-sandbox-form.js';
import { SnapshotList } from './snapshot-list.js';

/** The sandboxes of this server: one per test run, developer or pull request. */
export function SandboxesArea() {
  const list = useLoad('sandboxes', () => callControl<{ sandboxes: Sandbox[] }>('GET sandboxes'));
  const snapshots = useLoad('snapshots', () => callControl<{ snapshots: SnapshotInfo[] }>('GET snapshots'));
  const { value: info } = useLoad('info', () => callControl<ServerInfo>('GET '), true);
  const reload = async () => {
    await Promise.all([list.reload(), snapshots.reload()]);
  };
  const sandboxes = list.value?.sandboxes ?? [];
  return (
    <>
      <AreaHeading
        title="Sandboxes"
        about="Isolated environments on this server, each with its own state, clock, settings and journal."
      />
      <LoadError error={list.error} />
      <section class="panel" aria-label="All sandboxes">
        <ActionTable
          rows={sandboxes}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Name', cell: ({ name }) => <Name name={name} isCurrent={name === info?.sandbox} /> },
            { title: 'Address', cell: ({ url }) => <code>{url}</code> },
            { title: 'Clock', cell: ({ clock }) => <ClockOf clock={clock} /> },
            { title: 'Jobs complete', cell: ({ progression }) => progression },
            { title: 'Seed', cell: ({ seed }) => seed },
            {
              title: 'Do',
              acts: true,
              cell: (sandbox) => (
                <Doings sandbox={sandbox} isCurrent={sandbox.name === info?.sandbox} onChanged={reload} />
              ),
            },
          ]}
        />
      </section>
      <div class="columns">
        <NewSandboxForm
          names={sandboxes.map(({ name }) => name)}
          snapshots={snapshots.value?.snapshots ?? []}
          onMade={reload}
        />
        <SnapshotList snapshots={snapshots.value?.snapshots ?? []} sandbox={info?.sandbox ?? ''} onChanged={reload} />
      </div>
    </>
  );
}

function Name({ name, isCurrent }: { readonly name: string; readonly isCurrent: boolean }) {
  return isCurrent ? (
    <span>
      {name} <StatusTag tone="good">shown</StatusTag>
    </span>
  ) : (
    <a href={toPageUrl(name, 'traffic')}>{name}</a>
  );
}

function ClockOf({ clock }: { readonly clock: Sandbox['clock'] }) {
  return (
    <span class="nowrap">
      <InstantText at={clock.now} long /> {clock.mode}
    </span>
  );
}

interface DoingsProps {
  readonly sandbox: Sandbox;
  readonly isCurrent: boolean;
  readonly onChanged: () => Promise<void>;
}

function Doings({ sandbox, isCurrent, onChanged }: DoingsProps) {
  const { name, url } = sandbox;
  const reset = async () => {
    await callControl('POST reset', {});
    clearJournal();
    await Promise.all([loadMissingEntries(), onChanged()]);
    return `Reset ${name}.`;
  };
  const remove = async () => {
    await callControl(`DELETE sandboxes/${name}`);
    if (isCurrent) location.assign(toPageUrl('default', 'sandboxes'));
    await onChanged();
    return `Deleted ${name}.`;
  };
  return (
    <span class="buttons">
      <CopyButton text={url}>Copy address</CopyButton>
      {isCurrent ? <ActionButton run={reset}>Reset</ActionButton> : null}
      {name === 'default' ? null : (
        <ActionButton kind="danger" label={`Delete ${name}`} run={remove}>
          Delete
        </ActionButton>
      )}
    </span>
  );
}
