import { handleForCompany } from '../access/handle-for-company.js';
import { requireVerified } from '../access/require-verified.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, type InvoiceFacts, type StoredInvoice } from '../exchange/entities.js';
import { readNamedFiles } from '../exchange/read-parts.js';
import { readUpload } from '../exchange/read-upload.js';
import { storeFiles } from '../exchange/store-files.js';
import type { operations } from '../generated/types.js';
import { chooseRoute } from './choose-route.js';
import { presentInvoice } from './present-invoice.js';
import { startDelivery } from './start-delivery.js';
import { takeNextOrder } from './take-next-order.js';

/** Accepts and sends an invoice. Determines the recipient and route immediately; the clock delivers it. */
export const sendInvoice = handleForCompany<operations['sendInvoice']>(
  async ({ body }, context, { company, scope }) => {
    const unverified = requireVerified(company);
    if (unverified !== undefined) return unverified;

    const { fields, parts } = body;
    const sent = readNamedFiles(parts, 'file');
    if ('refused' in sent) return sent;
    const [file] = sent;
    if (file === undefined)
      return einvoicingErrors.badRequest(['/body/file is required: the invoice as XML, or a zip']);
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
      ...(fields.recipient_operator === undefined ? {} : { operator: fields.recipient_operator }),
      ...(fields.recipient_email === undefined ? {} : { email: fields.recipient_email }),
      disabledRoutes: fields.disabled_routes ?? [],
    });
    const now = context.clock.now().toISOString();
    const invoice: StoredInvoice = {
      id,
      order: await takeNextOrder(scope),
      direction: 'SENT',
      status: 'PENDING',
      facts,
      ...(fields.sender_comment === undefined ? {} : { comment: fields.sender_comment }),
      createdAt: now,
      // einvoicing.gap.window-bounds: of a sent invoice the moment of acceptance.
      receivedAt: now,
      files: await storeFiles(scope, context.ids, { invoiceId: id }, read.files),
      actions: [{ type: 'CREATED', channel: 'EINVOICE', happened_at: now }],
      reroutes: 0,
    };
    await exchanged.put(id, { companyId: company.id });
    const onItsWay = await startDelivery(context, company, invoice, routing);
    return { status: 201, body: presentInvoice(onItsWay, context.baseUrl) };
  },
);

/** The parameters win over the file. */
function named(
  facts: InvoiceFacts,
  { recipient_eia: eia, recipient_operator: operator }: { recipient_eia?: string; recipient_operator?: string },
): InvoiceFacts {
  const recipient = {
    ...facts.recipient,
    ...(eia === undefined ? {} : { eia }),
    ...(operator === undefined ? {} : { operator }),
  };
  return { ...facts, recipient };
}
