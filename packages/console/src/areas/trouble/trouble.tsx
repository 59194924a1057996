import { call } from '../../api/call.js';
import type { FaultStanding } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Act } from '../../parts/act.js';
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
          <div class="table-frame">
            <table class="cards">
              <thead>
                <tr>
                  <th scope="col">Rule</th>
                  <th scope="col">Requests</th>
                  <th scope="col">What goes wrong</th>
                  <th scope="col">Met</th>
                  <th scope="col">Applied</th>
                  <th scope="col">
                    <span class="visually-hidden">Remove</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {faults.map((fault) => (
                  <Row key={fault.id} fault={fault} onChanged={reload} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      <div class="columns">
        <NewFault onAdded={reload} />
        <Prefer />
      </div>
    </>
  );
}

function Row({ fault, onChanged }: { readonly fault: FaultStanding; readonly onChanged: () => Promise<void> }) {
  const { id, seen, applied, times, expiresAt } = fault;
  const spent = times !== undefined && applied >= times;
  return (
    <tr>
      <th scope="row" data-label="Rule">
        {id}
      </th>
      <td data-label="Requests">{matchWords(fault)}</td>
      <td data-label="Goes wrong">
        <span>
          {effectWords(fault)}
          {expiresAt === undefined ? null : (
            <span class="muted">
              {' '}
              until <Instant at={expiresAt} long />
            </span>
          )}
        </span>
      </td>
      <td data-label="Met">{seen}</td>
      <td data-label="Applied">
        <span class="nowrap">
          {times === undefined ? applied : `${applied} of ${times}`} {spent ? <Tag>spent</Tag> : null}
        </span>
      </td>
      <td class="end">
        <Act
          kind="danger"
          label={`Remove ${id}`}
          run={async () => {
            await call(`DELETE faults/${encodeURIComponent(id)}`);
            await onChanged();
          }}
        >
          Remove
        </Act>
      </td>
    </tr>
  );
}
