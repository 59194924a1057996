import type { Simulator } from '../simulator.js';
import { runUnit } from '../unit/run-unit.js';
import type { UnitSandbox } from '../unit/unit-origin.js';
import type { DeliveryAttempt, WebhookDelivery } from '../webhooks/delivery.js';

/** The context for reporting webhook attempts to an API. */
interface WebhookReportContext {
  readonly sandbox: UnitSandbox;
  readonly simulators: ReadonlyMap<string, Simulator>;
  onDefect(error: unknown, what: string): void;
}

/**
 * Reports a webhook attempt to the API that sent it.
 * @param note called with whether to retry, before the API's changes are stored
 */
export async function reportWebhook(
  { sandbox, simulators, onDefect }: WebhookReportContext,
  { origin }: WebhookDelivery,
  { number, outcome }: DeliveryAttempt,
  last: boolean,
  note: (goOn: boolean) => void,
): Promise<void> {
  const { api, reference, tenantId, cause } = origin;
  const simulator = simulators.get(api);
  if (reference === undefined || simulator?.webhookReported === undefined) return note(true);
  const report = { reference, tenantId, outcome, attempt: number, last };
  try {
    await runUnit({ sandbox, api, cause }, async (unit) => {
      const told = await simulator.webhookReported?.(report, unit);
      note(told !== 'stop');
    });
  } catch (error) {
    onDefect(error, `report of a webhook of ${api}`);
    note(true);
  }
}
