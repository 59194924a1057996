import type { Simulator } from '../simulator.js';
import { inUnit } from '../unit/in-unit.js';
import type { UnitSandbox } from '../unit/unit-place.js';
import type { Delivery, DeliveryAttempt } from '../webhooks/delivery.js';

/** Whom to tell of attempts at webhooks. */
export interface ReportWorld {
  readonly sandbox: UnitSandbox;
  readonly simulators: ReadonlyMap<string, Simulator>;
  onDefect(error: unknown, what: string): void;
}

/**
 * Tells the API of an attempt at a webhook that it has sent with a reference.
 *
 * @returns whether the API wants the retries to go on
 */
export async function reportWebhook(
  { sandbox, simulators, onDefect }: ReportWorld,
  { origin }: Delivery,
  { number, outcome }: DeliveryAttempt,
  last: boolean,
): Promise<boolean> {
  const { api, reference, tenantId, cause } = origin;
  const simulator = simulators.get(api);
  if (reference === undefined || simulator?.webhookReported === undefined) return true;
  const report = { reference, tenantId, outcome, attempt: number, last };
  try {
    const told = await inUnit({ sandbox, api, cause }, async (unit) => simulator.webhookReported?.(report, unit));
    return told !== 'stop';
  } catch (error) {
    onDefect(error, `report of a webhook of ${api}`);
    return true;
  }
}
