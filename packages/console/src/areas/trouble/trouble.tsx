import { call } from '../../api/call.js';
import type { FaultStanding } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Act } from '../../parts/act.js';
import { ActionTable } from '../../parts/action-table.js';
import { Empty, Failed } from '../../parts/empty.js';
import { Heading } from '../../parts/heading.js';
import { Instant } from '../../parts/instant.js';
import { Tag } from '../../parts/tag.js';
import { effectWords, matchWords } from './fault-words.js';
import { NewFault } from './new-fault.js';
import { Prefer } from './prefer.js';

/** Rules that make the sandbox misbehave on purpose. */
export function Trouble() {
  const { value, error, reload } = useLoad('faults', () => call<{ faults: FaultStanding[] }>('GET faults'));
  const faults = value?.faults ?? [];
  return (
    <>
      <Heading
        title="Trouble"
        about="Rules by which answers fail, come late or break off. The first one that fits applies."
      >
        {faults.length === 0 ? null : (
          <Act
            kind="danger"
            run={async () => {
              await call('DELETE faults');
              await reload();
              return 'The sandbox behaves well again.';
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
          <Empty title="No trouble">Every request is answered as the API documents it.</Empty>
        ) : (
          <ActionTable
            rows={faults}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Rule', cell: ({ id }) => id },
              { title: 'Requests', cell: matchWords },
              { title: 'What goes wrong', cell: (fault) => <Wrong fault={fault} /> },
              { title: 'Met', cell: ({ seen }) => seen },
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
