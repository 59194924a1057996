import type { components, operations } from '../generated/types.js';
import type { Handler } from '../handlers.js';
import { redactUrl } from '../journal/redact.js';
import type { Delivery } from '../webhooks/delivery.js';
import type { ControlContext } from './control-context.js';
import { deliveryIsPending, unknownDelivery } from './control-refusals.js';

type Operation<Id extends keyof operations> = Handler<operations[Id], ControlContext>;

export const listDeliveries: Operation<'listDeliveries'> = async (_input, { sandbox }) => ({
  status: 200,
  body: { deliveries: sandbox.webhooks.log.list().map(presentDelivery) },
});

export const replayDelivery: Operation<'replayDelivery'> = async ({ path }, { sandbox }) => {
  const id = Number(path.deliveryId);
  const delivery = sandbox.webhooks.log.find(id);
  if (delivery === undefined) return unknownDelivery(path.deliveryId);
  if (delivery.state === 'pending') return deliveryIsPending(path.deliveryId);
  const replayed = sandbox.webhooks.send(delivery.origin, delivery.request);
  await sandbox.clock.settled(['work']);
  return { status: 200, body: presentDelivery(replayed) };
};

function presentDelivery(delivery: Delivery): components['schemas']['Delivery'] {
  const { id, origin, request, state, createdAt, nextAttemptAt, attempts } = delivery;
  return {
    id: String(id),
    api: origin.api,
    jobId: origin.jobId,
    tenantId: origin.tenantId,
    url: redactUrl(request.url),
    state,
    createdAt,
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    attempts,
  };
}
