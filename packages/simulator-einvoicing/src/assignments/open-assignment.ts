import { getCompanyScope } from '../access/company-scope.js';
import { type Company, collections } from '../entities.js';
import type { InvoiceFacts, InvoiceParty, StoredInvoice } from '../exchange/entities.js';
import { collectionPolicy } from '../policies.js';
import { findReceivablesService } from '../receivables/stored-service.js';
import { findServiceLevel } from '../service-levels/service-levels.js';
import type { WorkContext } from '../work-context.js';
import { toDate, toDayNumber } from './days.js';
import { assignmentCollections, type StoredAssignment } from './entities.js';
import { recordEvents } from './record-events.js';

/** Opens the assignment of a delivered invoice, unless there is none (einvoicing.gap.assignment-origin). */
export async function openAssignment(
  context: Pick<WorkContext, 'clock' | 'ids' | 'scopes' | 'timers'>,
  company: Company,
  invoice: StoredInvoice,
): Promise<StoredAssignment | undefined> {
  const { facts } = invoice;
  const principal = Math.round(facts.sum * 100);
  const customerBid = finnishBid(facts.recipient);
  if (facts.creditNote || principal <= 0 || !Number.isSafeInteger(principal) || customerBid === undefined)
    return undefined;
  if ((await findReceivablesService(context, company.id)).status !== 'ACTIVE') return undefined;
  const serviceLevel = await findServiceLevel(context, company.id, customerBid);
  if (serviceLevel === 'service_bypass') return undefined;

  const scope = getCompanyScope(context, company.id);
  // Sent again by another way, it is still the same invoice.
  const ofInvoice = scope.collection(assignmentCollections.ofInvoice);
  if ((await ofInvoice.get(invoice.id)) !== undefined) return undefined;

  const id = context.ids.next('assignment');
  const counters = scope.collection(collections.counters);
  const order = ((await counters.get(assignmentCollections.assignments.name))?.latest ?? 0) + 1;
  await counters.put(assignmentCollections.assignments.name, { latest: order });
  const assignment: StoredAssignment = {
    id,
    order,
    invoiceId: invoice.id,
    invoiceNumber: facts.number,
    customerBid,
    debtorName: facts.recipient.name ?? '',
    principal,
    currency: facts.currency,
    dueDate: dueDateOf(facts, context.clock.now()),
    serviceLevel,
    createdAt: context.clock.now().toISOString(),
  };
  await ofInvoice.put(invoice.id, { assignmentId: id });
  await context.scopes.shared.collection(assignmentCollections.assigned).put(id, { companyId: company.id });
  await recordEvents(context, company.id, { assignment, events: [] }, [
    { type: 'created', createdBy: 'PROVIDER', amount: principal },
  ]);
  return assignment;
}

/** Returns the due date of the invoice. Without a readable one, the default number of days after its date. */
function dueDateOf({ dueDate, date }: InvoiceFacts, now: Date): string {
  const named = toDayNumber(dueDate ?? '');
  if (!Number.isNaN(named)) return toDate(named);
  const issued = toDayNumber(date);
  return toDate((Number.isNaN(issued) ? toDayNumber(now.toISOString()) : issued) + collectionPolicy.paymentDays);
}

/** Returns the business id of a Finnish customer. Without one in the file, the id in its address. */
function finnishBid({ bid, country, eia }: InvoiceParty): string | undefined {
  const digits = /^(?:0216|0037):(?:0037)?(\d{7})(\d)/.exec(eia ?? '');
  const isFinnish = country === undefined ? digits !== null : country === 'FI';
  if (!isFinnish) return undefined;
  return bid || (digits === null ? undefined : `${digits[1]}-${digits[2]}`);
}
