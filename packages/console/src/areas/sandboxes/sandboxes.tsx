import { pageOf } from '../../api/address.js';
import { call } from '../../api/call.js';
import { catchUp, forget } from '../../api/journal.js';
import type { Info, Sandbox, SnapshotInfo } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Act } from '../../parts/act.js';
import { ActionTable } from '../../parts/action-table.js';
import { Copy } from '../../parts/copy.js';
import { Failed } from '../../parts/empty.js';
import { Heading } from '../../parts/heading.js';
import { Instant } from '../../parts/instant.js';
import { Tag } from '../../parts/tag.js';
import { Addresses } from './addresses.js';
import { NewSandbox } from './new-sandbox.js';
import { Snapshots } from './snapshots.js';

/** The sandboxes of this server: one per test run, developer or pull request. */
export function Sandboxes() {
  const list = useLoad('sandboxes', () => call<{ sandboxes: Sandbox[] }>('GET sandboxes'));
  const snapshots = useLoad('snapshots', () => call<{ snapshots: SnapshotInfo[] }>('GET snapshots'));
  const { value: info } = useLoad('info', () => call<Info>('GET '), true);
  const reload = async () => {
    await Promise.all([list.reload(), snapshots.reload()]);
  };
  const sandboxes = list.value?.sandboxes ?? [];
  return (
    <>
      <Heading
        title="Sandboxes"
        about="Isolated environments on this server, each with its own state, clock, settings and journal."
      />
      <Failed error={list.error} />
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
        <NewSandbox
          names={sandboxes.map(({ name }) => name)}
          snapshots={snapshots.value?.snapshots ?? []}
          onMade={reload}
        />
        <Snapshots snapshots={snapshots.value?.snapshots ?? []} sandbox={info?.sandbox ?? ''} onChanged={reload} />
      </div>
      {info === undefined ? null : <Addresses sandbox={info.sandbox} url={info.url} />}
    </>
  );
}

function Name({ name, isCurrent }: { readonly name: string; readonly isCurrent: boolean }) {
  return isCurrent ? (
    <span>
      {name} <Tag tone="good">shown</Tag>
    </span>
  ) : (
    <a href={pageOf(name, 'traffic')}>{name}</a>
  );
}

function ClockOf({ clock }: { readonly clock: Sandbox['clock'] }) {
  return (
    <span class="nowrap">
      <Instant at={clock.now} long /> {clock.mode}
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
    await call('POST reset', {});
    forget();
    await Promise.all([catchUp(), onChanged()]);
    return `Reset ${name}.`;
  };
  const remove = async () => {
    await call(`DELETE sandboxes/${name}`);
    if (isCurrent) location.assign(pageOf('default', 'sandboxes'));
    await onChanged();
    return `Deleted ${name}.`;
  };
  return (
    <span class="buttons">
      <Copy text={url}>Copy address</Copy>
      {isCurrent ? <Act run={reset}>Reset</Act> : null}
      {name === 'default' ? null : (
        <Act kind="danger" label={`Delete ${name}`} run={remove}>
          Delete
        </Act>
      )}
    </span>
  );
}
