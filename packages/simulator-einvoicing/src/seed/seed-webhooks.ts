import type { Seeding } from '@understudy/kernel';
import { companyScope } from '../access/company-scope.js';
import { collections, type Subscription } from '../entities.js';
import type { WebhookSeed } from './einvoicing-seed.js';

const day = 86_400_000;

/** Subscribes companies to what happens to their invoices and documents. */
export async function seedWebhooks(webhooks: readonly WebhookSeed[], { scopes, now, ids }: Seeding): Promise<void> {
  for (const [index, { company, destination, failingSinceDays }] of webhooks.entries()) {
    const subscription: Subscription = {
      id: ids.next('subscription'),
      number: index + 1,
      type: 'WEBHOOK',
      destination,
      events: ['DOCUMENTS.*'],
      ...(failingSinceDays === undefined
        ? {}
        : { failingSince: new Date(now.getTime() - failingSinceDays * day).toISOString() }),
    };
    await companyScope({ scopes }, company).collection(collections.subscriptions).put(subscription.id, subscription);
  }
}
