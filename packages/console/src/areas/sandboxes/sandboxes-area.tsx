import { toPageUrl } from '../../api/address.js';
import { callControl } from '../../api/call-control.js';
import { clearJournal, loadMissingEntries } from '../../api/journal.js';
import type { Sandbox, SnapshotInfo } from '../../api/types.js';
import { useControl, useServerInfo } from '../../api/use-load.js';
import { ActionTable } from '../../parts/action-table.js';
import { ActionButton, CopyButton } from '../../parts/buttons.js';
import { InstantText } from '../../parts/instant-text.js';
import { LoadError, LoadingState } from '../../parts/load-states.js';
import { AreaHeading, Panel } from '../../parts/panel.js';
import { SearchInput, SelectField, ServerActionForm, TextField, useField } from '../../parts/server-action-form.js';
import { StatusTag } from '../../parts/status-tag.js';
import { currentRoute, linkTo } from '../../route.js';
import { RecordChanges } from '../data/record-changes.js';
import { SnapshotList } from './snapshot-list.js';

interface NewSandboxProps {
  readonly names: readonly string[];
  readonly snapshots: readonly SnapshotInfo[];
  readonly onMade: () => Promise<void>;
}

const clockModes = [
  ['', 'server default'],
  ['real', 'real time'],
  'manual',
  ['scaled:60', 'a minute every second'],
] as const;

const progressions = [
  ['', 'server default'],
  ['immediate', 'immediately'],
  ['after:PT10S', 'after 10 seconds'],
  ['polls:3', 'after 3 status requests'],
  ['documented', 'as documented'],
  'manual',
] as const;

/** Form for a new sandbox: from a seed, a fork or a snapshot. */
function NewSandboxForm({ names, snapshots, onMade }: NewSandboxProps) {
  const name = useField();
  const from = useField('seed:demo');
  const clock = useField();
  const progression = useField();
  const send = async () => {
    const [kind = '', which = ''] = from.value.split(/:(.*)/s);
    await callControl('POST sandboxes', {
      name: name.value,
      ...(kind === 'seed' ? { seed: which } : { from: { [kind]: which } }),
      ...(clock.value === '' ? {} : { clock: clock.value }),
      ...(progression.value === '' ? {} : { progression: progression.value }),
    });
    name.onChange('');
    await onMade();
    return `Created sandbox ${name.value}.`;
  };
  const data = [
    ['seed:demo', 'demo data'],
    ['seed:empty', 'nothing'],
    ...names.map((each) => [`sandbox:${each}`, `fork of ${each}`] as const),
    ...snapshots.map((each) => [`snapshot:${each.name}`, `snapshot ${each.name}`] as const),
  ] as const;
  return (
    <Panel title="New sandbox">
      <ServerActionForm send={send} button="Create">
        <TextField
          label="Name"
          pointer="/body/name"
          hint="Lower-case letters, digits and hyphens. The name is part of the address."
          {...name}
          required
          placeholder="pull-42"
        />
        <SelectField label="Initial data" {...from} options={data} />
        <SelectField label="Clock mode" {...clock} options={clockModes} />
        <SelectField label="Jobs complete" {...progression} options={progressions} />
      </ServerActionForm>
    </Panel>
  );
}

/** Maximum number of sandboxes in the list. Users can search for the others. */
const most = 100;

/** The sandboxes of this server: one per test run, developer or pull request. */
export function SandboxesArea() {
  const list = useControl<{ sandboxes: Sandbox[] }>('sandboxes');
  const snapshots = useControl<{ snapshots: SnapshotInfo[] }>('snapshots');
  const { value: info } = useServerInfo();
  const reload = async () => {
    await Promise.all([list.reload(), snapshots.reload()]);
  };
  const text = useField();
  const sandboxes = list.value?.sandboxes ?? [];
  const shown = sandboxes
    .filter(({ name, owner = '' }) => `${name} ${owner}`.includes(text.value.toLowerCase()))
    .reverse();
  const [what, other] = currentRoute.value.parts;
  return (
    <>
      <AreaHeading
        title="Sandboxes"
        about="Isolated environments on this server, each with its own state, clock, settings and journal."
      />
      <LoadError error={list.error} />
      {what === undefined || other === undefined ? null : (
        <section class="panel" aria-label="Comparison">
          <RecordChanges
            title={`What changes from ${what} ${other} to ${info?.sandbox}`}
            query={what === 'sandbox' ? { fromSandbox: other } : { fromSnapshot: other }}
          />
          <p>
            <a href={linkTo('sandboxes')}>Close</a>
          </p>
        </section>
      )}
      <section class="panel" aria-label="All sandboxes">
        <div class="bar">
          <SearchInput label="Search sandboxes" placeholder="Search names, owners" {...text} />
          <span class="count">
            {Math.min(most, shown.length)} of {sandboxes.length}, newest first
          </span>
        </div>
        {list.value === undefined ? <LoadingState error={undefined} /> : null}
        <ActionTable
          rows={shown.slice(0, most)}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Name', cell: ({ name }) => <Name name={name} isCurrent={name === info?.sandbox} /> },
            {
              title: 'Clock',
              cell: ({ clock }) => (
                <span class="nowrap">
                  <InstantText at={clock.now} long /> {clock.mode}
                </span>
              ),
            },
            { title: 'Jobs complete', cell: ({ progression }) => progression },
            { title: 'Seed', cell: ({ seed, asleep }) => (asleep === true ? `${seed}, inactive` : seed) },
            { title: 'Size', cell: ({ storedBytes }) => formatBytes(storedBytes) },
            { title: 'Owner', cell: ({ owner = '' }) => owner },
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
  const fork = async () => {
    const made = `${name.slice(0, 57)}-fork`;
    await callControl('POST sandboxes', { name: made, from: { sandbox: name } });
    await onChanged();
    return `Created sandbox ${made}.`;
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
      <ActionButton label={`Fork ${name}`} run={fork}>
        Fork
      </ActionButton>
      {isCurrent ? (
        <ActionButton asks label={`Reset ${name}`} run={reset}>
          Reset
        </ActionButton>
      ) : (
        <a class="button" aria-label={`Compare with ${name}`} href={linkTo(`sandboxes/sandbox/${name}`)}>
          Compare
        </a>
      )}
      {name === 'default' ? null : (
        <ActionButton asks kind="danger" label={`Delete ${name}`} run={remove}>
          Delete
        </ActionButton>
      )}
    </span>
  );
}

function formatBytes(bytes: number | undefined): string {
  if (bytes === undefined) return '';
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
