import type { Clock } from '../clock.js';
import type { Journal } from '../journal/journal.js';
import type { KernelRecords } from '../store/kernel-records.js';
import type { UnitSandbox } from '../unit/unit-origin.js';
import { WebhookDeliverer, type WebhookSettings } from '../webhooks/webhook-deliverer.js';
import { reportWebhook } from './report-webhook.js';
import type { SandboxContext } from './sandbox-context.js';

interface SendingSandbox extends UnitSandbox {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly kernel: KernelRecords;
  readonly settings: UnitSandbox['settings'] & { readonly webhooks: WebhookSettings };
  archived(): Promise<void> | undefined;
}

/** Creates the sender of a sandbox's webhooks. Call it when clock, journal and records exist. */
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
