import { useState } from 'preact/hooks';
import { sandboxUrl } from '../../api/address.js';
import { callControl } from '../../api/call-control.js';
import type { InboxInfo, JournalEntry, WebhookDelivery } from '../../api/types.js';
import { useControl } from '../../api/use-load.js';
import { ActionButton, CopyButton } from '../../parts/buttons.js';
import { formatDuration, InstantText } from '../../parts/instant-text.js';
import { EmptyState, LoadError, LoadingState } from '../../parts/load-states.js';
import { MessageView } from '../../parts/message-view.js';
import { AreaHeading, Panel } from '../../parts/panel.js';
import {
  SearchInput,
  SelectField,
  SelectInput,
  ServerActionForm,
  TextField,
  useField,
} from '../../parts/server-action-form.js';
import { chooseStateTone, StatusTag } from '../../parts/status-tag.js';
import { currentRoute, linkTo, navigateTo } from '../../route.js';
import { InboxDetails } from './inbox-details.js';

const most = 100;

const stateOptions = [['', 'All states'], 'failed', 'pending', 'delivered', 'refused'] as const;

/** Webhook deliveries and inboxes. */
export function WebhooksArea() {
  const { value, error, reload } = useControl<{ deliveries: WebhookDelivery[] }>('deliveries');
  const state = useField();
  const text = useField();
  const all = value?.deliveries ?? [];
  const failed = all.filter((delivery) => delivery.state === 'failed' || delivery.state === 'refused');
  const shown = all.filter(
    (delivery) =>
      (state.value === '' || delivery.state === state.value) &&
      `${delivery.id} ${delivery.api} ${delivery.url} ${delivery.jobId}`
        .toLowerCase()
        .includes(text.value.toLowerCase()),
  );
  const resend = async () => {
    for (const { id } of failed) await callControl(`POST deliveries/${id}/replay`, {});
    await reload();
    return `Resent ${failed.length === 1 ? '1 delivery' : `${failed.length} deliveries`}.`;
  };
  return (
    <>
      <AreaHeading title="Webhooks" about="Webhook deliveries, their retries, and received messages." />
      <LoadError error={error} />
      <Panel title="Deliveries">
        <div class="bar">
          <SearchInput label="Search deliveries" placeholder="Search addresses, ids" {...text} />
          <SelectInput label="State" {...state} options={stateOptions} />
          <ActionButton disabled={failed.length === 0} run={resend}>
            Resend all failed
          </ActionButton>
          <span class="count">
            {Math.min(most, shown.length)} of {all.length}
          </span>
        </div>
        {value === undefined ? (
          <LoadingState error={undefined} />
        ) : shown.length === 0 ? (
          <EmptyState title={all.length === 0 ? 'No deliveries yet' : 'No matching deliveries'}>
            {all.length === 0
              ? 'Register the address of an inbox below as a webhook in your client, then let the API send something.'
              : undefined}
          </EmptyState>
        ) : (
          <ul class="list">
            {shown
              .slice(-most)
              .reverse()
              .map((delivery) => (
                <Row key={delivery.id} delivery={delivery} onChanged={reload} />
              ))}
          </ul>
        )}
      </Panel>
      <InboxList />
    </>
  );
}

function Row({ delivery, onChanged }: { readonly delivery: WebhookDelivery; readonly onChanged: () => Promise<void> }) {
  const { id, api, method, url, state, cause, createdAt, attempts, nextAttemptAt, plan } = delivery;
  const [isOpen, setOpen] = useState(false);
  const last = attempts.at(-1);
  const replay = async () => {
    const again = await callControl<WebhookDelivery>(`POST deliveries/${id}/replay`, {});
    await onChanged();
    return `Resent as delivery ${again.id}: ${again.state}.`;
  };
  return (
    <li class="delivery">
      <div class="delivery-head">
        <StatusTag tone={chooseStateTone(state)}>{state}</StatusTag>
        <code>{method === undefined ? url : `${method} ${url}`}</code>
        <span class="muted">
          #{id} of {api}, <InstantText at={createdAt} long />{' '}
          {cause === null ? null : <a href={linkTo(`traffic/${cause}`)}>from #{cause}</a>}
        </span>
      </div>
      {state === 'pending' ? null : (
        <ActionButton label={`Resend delivery ${id}`} run={replay}>
          Resend
        </ActionButton>
      )}
      <details class="attempts" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
          {last === undefined ? null : `, last: ${last.status ?? last.outcome}`}
          {nextAttemptAt === undefined ? null : (
            <>
              , next at <InstantText at={nextAttemptAt} long />
            </>
          )}
        </summary>
        <ol>
          {attempts.map(({ number, at, outcome, status, error }) => (
            <li key={number}>
              <InstantText at={at} long /> attempt {number}{' '}
              <StatusTag tone={chooseStateTone(outcome)}>{status ?? outcome}</StatusTag>{' '}
              <span class="muted">{error}</span>
            </li>
          ))}
        </ol>
        <p class="muted">{planOf(plan)}</p>
        {isOpen ? <Sent delivery={delivery} /> : null}
      </details>
    </li>
  );
}

/** The latest request of a delivery, with its headers. */
function Sent({ delivery: { url, cause } }: { readonly delivery: WebhookDelivery }) {
  const of = cause === null ? {} : { cause: String(cause) };
  const query = new URLSearchParams({ type: 'delivery', text: url, last: '100', ...of });
  const { value, error } = useControl<{ entries: JournalEntry[] }>(`journal?${query}`);
  if (value === undefined) return <LoadingState error={error} />;
  const entry = value.entries.findLast((each) => each.url === url);
  if (entry?.request === undefined) return <p class="muted">The request is no longer in the journal.</p>;
  return <MessageView title="Latest request" headers={entry.request.headers} body={entry.request.body} />;
}

function planOf({ attempts, retryDelaysSeconds, timeoutSeconds }: WebhookDelivery['plan']): string {
  const timeout = `timeout ${timeoutSeconds} s`;
  if (attempts === 1) return `One attempt, ${timeout}.`;
  const delays = retryDelaysSeconds.slice(0, attempts - 1).map((seconds) => formatDuration(seconds * 1000));
  const last = delays.length < attempts - 1 ? ', and so on' : '';
  return `Up to ${attempts} attempts, retried after ${delays.join(', ')}${last}; ${timeout}.`;
}

/** Webhook inboxes of this server; any name is valid. */
function InboxList() {
  const { value, reload } = useControl<{ inboxes: InboxInfo[] }>('inbox');
  const name = useField();
  const inboxes = value?.inboxes ?? [];
  const chosen = currentRoute.value.parts[0] ?? inboxes[0]?.name;
  const info = inboxes.find((inbox) => inbox.name === chosen);
  const names = inboxes.map((inbox) => inbox.name);
  const open = (inbox: string) => navigateTo(linkTo(`webhooks/${encodeURIComponent(inbox)}`));
  const address = new URL(`_sim/inbox/${encodeURIComponent(chosen ?? '')}`, sandboxUrl).href;
  return (
    <Panel title="Inboxes">
      <p class="muted">An inbox stores messages and returns the responses you choose. Give its address to a client.</p>
      <div class="columns">
        <ServerActionForm
          inline
          button="Open"
          label="Open an inbox"
          send={async () => {
            open(name.value);
            await reload();
          }}
        >
          <TextField label="Inbox name" {...name} required placeholder="orders" />
        </ServerActionForm>
        {names.length === 0 ? null : (
          <SelectField
            label="Used inboxes"
            value={chosen ?? ''}
            onChange={open}
            options={[...new Set([...names, ...(chosen === undefined ? [] : [chosen])])]}
          />
        )}
      </div>
      {chosen === undefined ? (
        <EmptyState title="No inboxes yet">Open an inbox to see its address.</EmptyState>
      ) : (
        <>
          <p class="address">
            <code>{address}</code>
            <CopyButton text={address}>Copy address</CopyButton>
          </p>
          <InboxDetails key={chosen} name={chosen} info={info} onChanged={reload} />
        </>
      )}
    </Panel>
  );
}
