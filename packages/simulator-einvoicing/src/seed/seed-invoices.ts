import type { SeedContext } from '@understudy/kernel';
import { getCompanyScope } from '../access/company-scope.js';
import { findCompany } from '../access/find-company.js';
import { createStepEvent, findNextStep } from '../assignments/find-next-step.js';
import { openAssignment } from '../assignments/open-assignment.js';
import { recordEvents } from '../assignments/record-events.js';
import { findAssignmentWithEvents } from '../assignments/stored-assignments.js';
import type { Company } from '../entities.js';
import { exchangeCollections, type StoredAction, type StoredInvoice } from '../exchange/entities.js';
import { storeFiles } from '../exchange/store-files.js';
import { invoiceDeliveryTimer } from '../invoices/start-delivery.js';
import { takeNextOrder } from '../invoices/take-next-order.js';
import { deliverySeconds } from '../policies.js';
import { chooseSampleDates } from '../sample/sample-defaults.js';
import { createSampleInvoice } from '../sample/sample-invoice.js';
import type { InvoiceSeed } from './einvoicing-seed.js';

const day = 86_400_000;

/** Stores invoices, with all related data, as if they had been sent and received earlier. */
export async function seedInvoices(invoices: readonly InvoiceSeed[], seeding: SeedContext): Promise<void> {
  const oldestFirst = [...invoices].sort((one, other) => other.daysAgo - one.daysAgo);
  for (const invoice of oldestFirst) await putInvoice(invoice, seeding);
}

async function putInvoice(seed: InvoiceSeed, seeding: SeedContext): Promise<void> {
  const { scopes, now, ids } = seeding;
  const company = await findCompany({ scopes }, seed.company);
  if (company === undefined) return;
  const scope = getCompanyScope({ scopes }, company.id);
  const at = new Date(now.getTime() - seed.daysAgo * day);
  const isSent = seed.direction === 'SENT';
  const own = { name: company.name, bid: company.bid, country: company.country };
  const { facts, file } = createSampleInvoice({
    ...seed,
    ...chooseSampleDates(at),
    seller: isSent ? own : seed.party,
    buyer: isSent ? seed.party : own,
  });
  const id = ids.next('invoice');
  const instant = at.toISOString();
  const common = {
    id,
    order: await takeNextOrder(scope),
    direction: seed.direction,
    facts,
    route: seed.network,
    createdAt: instant,
    receivedAt: instant,
    files: await storeFiles(scope, ids, { invoiceId: id }, [file]),
    reroutes: 0,
  };
  const invoice = isSent ? await sent(seed, common, at, seeding) : received(seed, common, instant);
  await scope.collection(exchangeCollections.invoices).put(id, invoice);
  await scopes.shared.collection(exchangeCollections.exchanged).put(id, { companyId: company.id });
  if (invoice.status === 'DELIVERED' && isSent) await putAssignment(company, invoice, at, seeding);
}

type Common = Omit<StoredInvoice, 'status' | 'actions'>;

function received({ network, fetched, handled }: InvoiceSeed, common: Common, instant: string): StoredInvoice {
  return {
    ...common,
    status: 'DELIVERED',
    origin: network === 'INTERNAL' ? 'INTERNAL' : 'EXTERNAL',
    actions: [{ type: 'RECEIVED', channel: 'EINVOICE', message: `Received by ${network}`, happened_at: instant }],
    handling: handled === true ? 'HANDLED' : 'CREATED',
    ...(fetched === true ? { fetched } : {}),
  };
}

async function sent(
  { company, network, status = 'DELIVERED', message = 'The recipient refused the invoice' }: InvoiceSeed,
  common: Common,
  at: Date,
  { now, timers }: SeedContext,
): Promise<StoredInvoice> {
  const started = at.toISOString();
  const ended = new Date(at.getTime() + deliverySeconds[network] * 1000).toISOString();
  const actions: StoredAction[] = [
    { type: 'CREATED', channel: 'EINVOICE', happened_at: started },
    { type: 'SENT', channel: 'EINVOICE', message: `Sent by ${network}`, happened_at: started },
  ];
  if (status === 'PENDING') {
    const payload = { companyId: company, invoiceId: common.id };
    const due = new Date(now.getTime() + deliverySeconds.BANK * 1000);
    const timerId = await timers.schedule({ at: due, timer: invoiceDeliveryTimer, payload });
    return { ...common, status, actions, timerId };
  }
  const end: StoredAction =
    status === 'FAILED'
      ? { type: 'ERROR', channel: 'EINVOICE', message, happened_at: ended }
      : { type: 'DELIVERED', channel: 'EINVOICE', happened_at: ended };
  return { ...common, status, actions: [...actions, end] };
}

/** The assignment of the invoice, with all steps that are due. */
async function putAssignment(company: Company, invoice: StoredInvoice, at: Date, seeding: SeedContext): Promise<void> {
  const { scopes, ids, timers, now } = seeding;
  const contextAt = (instant: Date) => ({ scopes, ids, timers, clock: { now: () => instant } });
  const opened = await openAssignment(contextAt(at), company, invoice);
  if (opened === undefined) return;
  for (;;) {
    const history = await findAssignmentWithEvents(getCompanyScope({ scopes }, company.id), opened.id);
    const next = history === undefined ? undefined : findNextStep(history);
    if (history === undefined || next === undefined || next.at > now) return;
    await recordEvents(contextAt(next.at), company.id, history, [createStepEvent(history, next.step, next.at)]);
  }
}
