import { pageOf } from '../../api/address.js';
import { call } from '../../api/call.js';
import { catchUp, forget } from '../../api/journal.js';
import type { Info, Sandbox, SnapshotInfo } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Act } from '../../parts/act.js';
import { Copy } from '../../parts/copy.js';
import { Failed } from '../../parts/empty.js';
import { Heading } from '../../parts/heading.js';
import { Instant } from '../../parts/instant.js';
import { Tag } from '../../parts/tag.js';
import { Addresses } from './addresses.js';
import { NewSandbox } from './new-sandbox.js';
import { Snapshots } from './snapshots.js';

/** The worlds of this server: one for each test run, developer or pull request. */
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
        about="Worlds of their own on this server, each with its state, clock, settings and journal."
      />
      <Failed error={list.error} />
      <section class="panel" aria-label="All sandboxes">
        <div class="table-frame">
          <table class="cards">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Address</th>
                <th scope="col">Clock</th>
                <th scope="col">Jobs end</th>
                <th scope="col">Seed</th>
                <th scope="col">
                  <span class="visually-hidden">Do</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sandboxes.map((sandbox) => (
                <Row key={sandbox.name} sandbox={sandbox} current={info?.sandbox} onChanged={reload} />
              ))}
            </tbody>
          </table>
        </div>
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

interface RowProps {
  readonly sandbox: Sandbox;
  readonly current: string | undefined;
  readonly onChanged: () => Promise<void>;
}

function Row({ sandbox, current, onChanged }: RowProps) {
  const { name, url, clock, progression, seed } = sandbox;
  const isCurrent = name === current;
  const reset = async () => {
    await call('POST reset', {});
    forget();
    await Promise.all([catchUp(), onChanged()]);
    return `${name} is as it was at its beginning.`;
  };
  const remove = async () => {
    await call(`DELETE sandboxes/${name}`);
    if (isCurrent) location.assign(pageOf('default', 'sandboxes'));
    await onChanged();
    return `${name} is deleted.`;
  };
  return (
    <tr>
      <th scope="row" data-label="Name">
        {isCurrent ? (
          <>
            {name} <Tag tone="good">shown</Tag>
          </>
        ) : (
          <a href={pageOf(name, 'traffic')}>{name}</a>
        )}
      </th>
      <td data-label="Address">
        <code>{url}</code>
      </td>
      <td data-label="Clock">
        <span class="nowrap">
          <Instant at={clock.now} long /> {clock.mode}
        </span>
      </td>
      <td data-label="Jobs end">{progression}</td>
      <td data-label="Seed">{seed}</td>
      <td class="end">
        <span class="buttons">
          <Copy text={url}>Copy address</Copy>
          {isCurrent ? <Act run={reset}>Reset</Act> : null}
          {name === 'default' ? null : (
            <Act kind="danger" label={`Delete ${name}`} run={remove}>
              Delete
            </Act>
          )}
        </span>
      </td>
    </tr>
  );
}
