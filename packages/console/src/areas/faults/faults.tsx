import { call } from '../../api/call';
import type { FaultStanding } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { Act } from '../../parts/act';
import { ActionTable } from '../../parts/action-table';
import { Empty, Failed } from '../../parts/empty';
import { Heading } from '../../parts/heading';
import { Instant } from '../../parts/instant';
import { Tag } from '../../parts/tag';
import { effectWords, matchWords } from './fault-words';
import { NewFault } from './new-fault';
import { Prefer } from './prefer';

/** Rules that inject faults into the sandbox. */
export function Faults() {
  const { value, error, reload } = useLoad('faults', () => call<{ faults: FaultStanding[] }>('GET faults'));
  const faults = value?.faults ?? [];
  return (
    <>
      <Heading
        title="Faults"
        about="Rules that make responses fail, arrive late or get cut off. The first matching rule applies."
      >
        {faults.length === 0 ? null : (
          <Act
            kind="danger"
            run={async () => {
              await call('DELETE faults');
              await reload();
              return 'Removed all rules.';
            }}
          >
            Remove all rules
          </Act>
        )}
      </Heading>
      <Failed error={error} />
      <section class="panel" aria-label="Rules">
        <h2>Rules</h2>
        {value === undefined ? null : faults.length === 0 ? (
          <Empty title="No rules">The API responds as documented.</Empty>
        ) : (
          <ActionTable
            rows={faults}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Rule', cell: ({ id }) => id },
              { title: 'Requests', cell: matchWords },
              { title: 'Fault', cell: (fault) => <Wrong fault={fault} /> },
              { title: 'Matched', cell: ({ seen }) => seen },
              { title: 'Applied', cell: (fault) => <Applied fault={fault} /> },
              { title: 'Remove', acts: true, cell: ({ id }) => <Remove id={id} onChanged={reload} /> },
            ]}
          />
        )}
      </section>
      <div class="columns">
        <NewFault onAdded={reload} />
        <Prefer />
      </div>
    </>
  );
}

function Wrong({ fault }: { readonly fault: FaultStanding }) {
  const { expiresAt } = fault;
  return (
    <span>
      {effectWords(fault)}
      {expiresAt === undefined ? null : (
        <span class="muted">
          {' '}
          until <Instant at={expiresAt} long />
        </span>
      )}
    </span>
  );
}

function Applied({ fault }: { readonly fault: FaultStanding }) {
  const { applied, times } = fault;
  return (
    <span class="nowrap">
      {times === undefined ? applied : `${applied} of ${times}`}{' '}
      {times !== undefined && applied >= times ? <Tag>spent</Tag> : null}
    </span>
  );
}

function Remove({ id, onChanged }: { readonly id: string; readonly onChanged: () => Promise<void> }) {
  const remove = async () => {
    await call(`DELETE faults/${encodeURIComponent(id)}`);
    await onChanged();
  };
  return (
    <Act kind="danger" label={`Remove ${id}`} run={remove}>
      Remove
    </Act>
  );
}
