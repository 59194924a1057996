import type { Clock } from '../clock.js';
import { Journal } from '../journal/journal.js';
import type { Simulator } from '../simulator.js';
import type { KernelRecords } from '../store/kernel-records.js';
import { runUnit } from '../unit/run-unit.js';
import type { UnitSandbox } from '../unit/unit-origin.js';
import type { DeliveryAttempt, WebhookDelivery } from '../webhooks/delivery.js';
import { WebhookDeliverer, type WebhookSettings } from '../webhooks/webhook-deliverer.js';
import type { SandboxContext } from './sandbox-context.js';

interface SendingSandbox extends UnitSandbox {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly kernel: KernelRecords;
  readonly settings: UnitSandbox['settings'] & { readonly webhooks: WebhookSettings };
  archived(): Promise<void> | undefined;
}

/** Creates the sender of a sandbox's webhooks. Call it after clock, journal and records exist. */
export function createSandboxWebhooks(sandbox: SendingSandbox, context: SandboxContext): WebhookDeliverer {
  const { name, clock, journal, kernel } = sandbox;
  const { simulators, onDefect } = context;
  return new WebhookDeliverer({
    clock,
    journal,
    kernel,
    settings: () => sandbox.settings.webhooks,
    postWebhook: context.postWebhook,
    sendToOwnInbox: (request) => context.sendToOwnInbox(request, name),
    archived: () => sandbox.archived(),
    report: (...attempt) => reportWebhook({ sandbox, simulators, onDefect }, ...attempt),
  });
}

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
async function reportWebhook(
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

/** @param nextEntry number of the next entry, if the archive contains earlier entries */
export function createSandboxJournal(
  name: string,
  { memory, account, secrets, lastingJournal, watch }: SandboxContext,
  nextEntry = 1,
): Journal {
  const journal: Journal = new Journal(memory, {
    above: account,
    onAppended: (entry) => watch.count(name, entry, () => journal.traceparentOf(entry.cause)),
    onCompleted: lastingJournal?.keep.bind(lastingJournal, name),
    secrets,
  });
  journal.goOnFrom(nextEntry);
  return journal;
}
