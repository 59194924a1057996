import { call } from '../../api/call.js';
import type { Delivery } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Act } from '../../parts/act.js';
import { Empty, Failed } from '../../parts/empty.js';
import { Heading } from '../../parts/heading.js';
import { Instant, spanOf } from '../../parts/instant.js';
import { Tag, toneOfState } from '../../parts/tag.js';
import { linkTo } from '../../route.js';
import { Inboxes } from './inboxes.js';

const most = 100;

/** Webhook deliveries and inboxes. */
export function Webhooks() {
  const { value, error, reload } = useLoad('deliveries', () => call<{ deliveries: Delivery[] }>('GET deliveries'));
  const deliveries = (value?.deliveries ?? []).slice(-most).reverse();
  return (
    <>
      <Heading title="Webhooks" about="Webhook deliveries, their retries, and received messages." />
      <Failed error={error} />
      <section class="panel" aria-label="Deliveries">
        <h2>Deliveries</h2>
        {value === undefined ? null : deliveries.length === 0 ? (
          <Empty title="No deliveries yet">
            Deliveries appear here after a client registers a webhook address, such as that of an inbox below.
          </Empty>
        ) : (
          <ul class="list">
            {deliveries.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} onChanged={reload} />
            ))}
          </ul>
        )}
      </section>
      <Inboxes />
    </>
  );
}

function Row({ delivery, onChanged }: { readonly delivery: Delivery; readonly onChanged: () => Promise<void> }) {
  const { id, api, method, url, state, cause, createdAt, attempts, nextAttemptAt, plan } = delivery;
  const replay = async () => {
    const again = await call<Delivery>(`POST deliveries/${id}/replay`, {});
    await onChanged();
    return `Resent as delivery ${again.id}: ${again.state}.`;
  };
  return (
    <li class="delivery">
      <div class="delivery-head">
        <Tag tone={toneOfState(state)}>{state}</Tag>
        <code>{method === undefined ? url : `${method} ${url}`}</code>
        <span class="muted">
          #{id} of {api}, <Instant at={createdAt} long />{' '}
          {cause === null ? null : <a href={linkTo(`traffic/${cause}`)}>from #{cause}</a>}
        </span>
      </div>
      {state === 'pending' ? null : (
        <Act label={`Resend delivery ${id}`} run={replay}>
          Resend
        </Act>
      )}
      <ol class="attempts">
        {attempts.map(({ number, at, outcome, status, error }) => (
          <li key={number}>
            <Instant at={at} long /> attempt {number} <Tag tone={toneOfState(outcome)}>{status ?? outcome}</Tag>{' '}
            <span class="muted">{error}</span>
          </li>
        ))}
        {nextAttemptAt === undefined ? null : (
          <li>
            <Instant at={nextAttemptAt} long /> attempt {attempts.length + 1} is due
          </li>
        )}
        <li class="muted">{planOf(plan)}</li>
      </ol>
    </li>
  );
}

/** Describes the retry plan. */
function planOf({ attempts, retryDelaysSeconds, timeoutSeconds }: Delivery['plan']): string {
  const timeout = `timeout ${timeoutSeconds} s`;
  if (attempts === 1) return `One attempt, ${timeout}.`;
  const delays = retryDelaysSeconds.slice(0, attempts - 1).map((seconds) => spanOf(seconds * 1000));
  const last = delays.length < attempts - 1 ? ', and so on' : '';
  return `Up to ${attempts} attempts, retried after ${delays.join(', ')}${last}; ${timeout}.`;
}
