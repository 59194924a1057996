import { redactText, type WebhookDelivery } from '@understudy/kernel/serving';
import type { components } from '../generated/types.js';
import type { ControlContext, ControlOperations } from './control-context.js';
import { controlErrors } from './control-errors.js';

export const deliveryOperations = {
  listDeliveries: async (_input, context) => ({
    status: 200,
    body: { deliveries: context.sandbox.webhooks.log.list().map((delivery) => presentDelivery(delivery, context)) },
  }),

  replayDelivery: async ({ path }, context) => {
    const { sandbox } = context;
    const id = Number(path.deliveryId);
    const delivery = sandbox.webhooks.log.find(id);
    if (delivery === undefined) return controlErrors.unknownDelivery(path.deliveryId);
    if (delivery.state === 'pending') return controlErrors.deliveryPending(path.deliveryId);
    const replayed = sandbox.webhooks.send(delivery.origin, delivery.request);
    await sandbox.clock.settled(['work']);
    return { status: 200, body: presentDelivery(sandbox.webhooks.log.find(replayed.id) ?? replayed, context) };
  },
} satisfies Partial<ControlOperations>;

function presentDelivery(
  { id, origin, request, state, createdAt, retry, attempts }: WebhookDelivery,
  { sandbox: { clock, settings }, server }: ControlContext,
): components['schemas']['Delivery'] {
  // A retry that is due is already in progress.
  const waits = retry !== undefined && Date.parse(retry.at) > clock.now().getTime();
  const { policy } = request;
  const shown = (text: string) => redactText(text, server.guard?.secrets);
  return {
    id: String(id),
    api: origin.api,
    jobId: origin.jobId,
    tenantId: origin.tenantId,
    ...(request.method === undefined ? {} : { method: request.method }),
    url: shown(request.url),
    cause: origin.cause,
    state,
    createdAt,
    plan: {
      attempts: settings.webhooks.attempts ?? policy.attempts,
      retryDelaysSeconds: [...policy.retryDelaysSeconds],
      timeoutSeconds: policy.timeoutSeconds,
    },
    ...(waits ? { nextAttemptAt: retry.at } : {}),
    attempts: attempts.map(({ error, ...attempt }) =>
      error === undefined ? attempt : { ...attempt, error: shown(error) },
    ),
  };
}
