import { callControl } from '../../api/call-control.js';
import type { WebhookDelivery } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { ActionButton } from '../../parts/action-button.js';
import { AreaHeading } from '../../parts/area-heading.js';
import { formatDuration, InstantText } from '../../parts/instant-text.js';
import { EmptyState, LoadError } from '../../parts/load-states.js';
import { chooseStateTone, StatusTag } from '../../parts/status-tag.js';
import { linkTo } from '../../route.js';
import { InboxList } from './inbox-list.js';

const most = 100;

/** Webhook deliveries and inboxes. */
export function WebhooksArea() {
  const { value, error, reload } = useLoad('deliveries', () =>
    callControl<{ deliveries: WebhookDelivery[] }>('GET deliveries'),
  );
  const deliveries = (value?.deliveries ?? []).slice(-most).reverse();
  return (
    <>
      <AreaHeading title="Webhooks" about="Webhook deliveries, their retries, and received messages." />
      <LoadError error={error} />
      <section class="panel" aria-label="Deliveries">
        <h2>Deliveries</h2>
        {value === undefined ? null : deliveries.length === 0 ? (
          <EmptyState title="No deliveries yet">
            Deliveries appear here after a client registers a webhook address, such as that of an inbox below.
          </EmptyState>
        ) : (
          <ul class="list">
            {deliveries.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} onChanged={reload} />
            ))}
          </ul>
        )}
      </section>
      <InboxList />
    </>
  );
}

function Row({ delivery, onChanged }: { readonly delivery: WebhookDelivery; readonly onChanged: () => Promise<void> }) {
  const { id, api, method, url, state, cause, createdAt, attempts, nextAttemptAt, plan } = delivery;
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
      <ol class="attempts">
        {attempts.map(({ number, at, outcome, status, error }) => (
          <li key={number}>
            <InstantText at={at} long /> attempt {number}{' '}
            <StatusTag tone={chooseStateTone(outcome)}>{status ?? outcome}</StatusTag>{' '}
            <span class="muted">{error}</span>
          </li>
        ))}
        {nextAttemptAt === undefined ? null : (
          <li>
            <InstantText at={nextAttemptAt} long /> attempt {attempts.length + 1} is due
          </li>
        )}
        <li class="muted">{planOf(plan)}</li>
      </ol>
    </li>
  );
}

function planOf({ attempts, retryDelaysSeconds, timeoutSeconds }: WebhookDelivery['plan']): string {
  const timeout = `timeout ${timeoutSeconds} s`;
  if (attempts === 1) return `One attempt, ${timeout}.`;
  const delays = retryDelaysSeconds.slice(0, attempts - 1).map((seconds) => formatDuration(seconds * 1000));
  const last = delays.length < attempts - 1 ? ', and so on' : '';
  return `Up to ${attempts} attempts, retried after ${delays.join(', ')}${last}; ${timeout}.`;
}
