import { omitUndefined } from '@understudy/contract';
import type { HandlerContext } from '@understudy/kernel';
import { handleForVerified } from '../access/acting-company.js';
import { takeNextNumber } from '../access/find-company.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, type InvoiceFacts, type StoredInvoice } from '../exchange/entities.js';
import { readNamedFiles, storeFiles } from '../exchange/files.js';
import { type FoundInvoice, handleForInvoice } from '../exchange/find-invoice.js';
import { readUpload } from '../exchange/read-upload.js';
import { chooseRoute, type RouteDecision } from './choose-route.js';
import { startDelivery } from './deliver-invoice.js';
import { presentInvoice } from './get-invoice.js';

/** Accepts and sends an invoice. Determines the recipient and route immediately; the clock delivers it. */
export const sendInvoice = handleForVerified<'sendInvoice'>(async ({ body }, context, { company, scope }) => {
  const { fields, parts } = body;
  const sent = readNamedFiles(parts, 'file');
  if ('refused' in sent) return sent;
  const [file] = sent;
  if (file === undefined) return einvoicingErrors.badRequest(['/body/file is required: the invoice as XML, or a zip']);
  const read = await readUpload(context, 'readInvoiceFile', file);
  if ('tooCostly' in read) return einvoicingErrors.unreadableInvoice([`ERROR: ${read.tooCostly}`]);
  if ('faults' in read) return einvoicingErrors.unreadableInvoice(read.faults);

  const exchanged = context.scopes.shared.collection(exchangeCollections.exchanged);
  const id = fields.uuid?.toLowerCase() ?? context.ids.next('invoice');
  if ((await exchanged.get(id)) !== undefined) {
    return einvoicingErrors.conflict('invoice_already_exists', 'There is an invoice with this uuid already', [
      'Look for its number in the list of sent invoices before repeating',
    ]);
  }

  const facts = named(read.facts, fields);
  const routing = await chooseRoute(context, company, {
    recipient: facts.recipient,
    ...omitUndefined({ operator: fields.recipient_operator, email: fields.recipient_email }),
    disabledRoutes: fields.disabled_routes ?? [],
  });
  const now = context.clock.now().toISOString();
  const invoice: StoredInvoice = {
    id,
    order: await takeNextNumber(scope, exchangeCollections.exchanged),
    direction: 'SENT',
    status: 'PENDING',
    facts,
    ...(fields.sender_comment === undefined ? {} : { comment: fields.sender_comment }),
    createdAt: now,
    // einvoicing.gap.window-bounds: for a sent invoice, the time of acceptance.
    receivedAt: now,
    files: await storeFiles(scope, context.ids, { invoiceId: id }, read.files),
    actions: [{ type: 'CREATED', channel: 'EINVOICE', happened_at: now }],
    reroutes: 0,
  };
  await exchanged.put(id, { companyId: company.id });
  const onItsWay = await startDelivery(context, company, invoice, routing);
  return { status: 201, body: presentInvoice(onItsWay, context.baseUrl) };
});

/** Overrides the recipient from the file with the parameters. */
function named(
  facts: InvoiceFacts,
  { recipient_eia: eia, recipient_operator: operator }: { recipient_eia?: string; recipient_operator?: string },
): InvoiceFacts {
  const recipient = { ...facts.recipient, ...omitUndefined({ eia, operator }) };
  return { ...facts, recipient };
}

/** Sends an invoice that failed or is in transit by another route (einvoicing.gap.reroute). */
async function reroute(
  context: HandlerContext,
  { acting, invoice }: FoundInvoice,
  named: Partial<InvoiceFacts['recipient']>,
  routingOf: (recipient: InvoiceFacts['recipient']) => Promise<RouteDecision> | RouteDecision,
) {
  if (invoice.direction !== 'SENT') return einvoicingErrors.notFound();
  if (invoice.status === 'DELIVERED') {
    return einvoicingErrors.conflict('invoice_in_invalid_state', 'The invoice is delivered already', [
      'Only failed invoices and invoices in transit can be rerouted',
    ]);
  }
  if (invoice.timerId !== undefined) await context.timers.cancel(invoice.timerId);
  const recipient = { ...invoice.facts.recipient, ...named };
  const changed = { ...invoice, reroutes: invoice.reroutes + 1, facts: { ...invoice.facts, recipient } };
  const again = await startDelivery(context, acting.company, changed, await routingOf(recipient));
  return { status: 200, body: presentInvoice(again, context.baseUrl) } as const;
}

export const rerouteInvoicePrint = handleForInvoice<'rerouteInvoicePrint'>(({ body }, context, found) => {
  const named = { name: body.recipient_name, country: body.recipient_country };
  return reroute(context, found, named, () => ({ route: 'PRINT' }));
});

export const rerouteInvoiceEmail = handleForInvoice<'rerouteInvoiceEmail'>((_input, context, found) =>
  reroute(context, found, {}, () => ({ route: 'EMAIL' })),
);

export const rerouteInvoiceEinvoice = handleForInvoice<'rerouteInvoiceEinvoice'>(({ body }, context, found) => {
  const { recipient_eia: eia, recipient_operator: operator } = body;
  return reroute(context, found, { eia, operator }, (recipient) =>
    chooseRoute(context, found.acting.company, { recipient, operator, disabledRoutes: [] }),
  );
});
