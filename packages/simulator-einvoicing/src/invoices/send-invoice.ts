import type { ErrorResult, HandlerContext } from '@understudy/kernel';
import { handleForCompany, requireVerified } from '../access/acting-company.js';
import { einvoicingErrors } from '../errors.js';
import { exchangeCollections, type InvoiceFacts, type StoredInvoice } from '../exchange/entities.js';
import { readNamedFiles, storeFiles } from '../exchange/files.js';
import { findInvoice } from '../exchange/find-invoice.js';
import { readUpload } from '../exchange/read-upload.js';
import type { components, operations } from '../generated/types.js';
import { chooseRoute, type RouteDecision } from './choose-route.js';
import { startDelivery } from './deliver-invoice.js';
import { presentInvoice } from './get-invoice.js';
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

type Answer = ErrorResult | { readonly status: 200; readonly body: components['schemas']['Invoice'] };

/** Another way for an invoice that failed or is on its way (einvoicing.gap.reroute). */
async function reroute(
  context: HandlerContext,
  id: string,
  change: (invoice: StoredInvoice) => StoredInvoice,
  routingOf: (invoice: StoredInvoice) => Promise<RouteDecision> | RouteDecision,
): Promise<Answer> {
  const found = await findInvoice(context, id);
  if ('refused' in found) return found;
  const { acting, invoice } = found;
  if (invoice.direction !== 'SENT') return einvoicingErrors.notFound();
  if (invoice.status === 'DELIVERED') {
    return einvoicingErrors.conflict('invoice_in_invalid_state', 'The invoice is delivered already', [
      'Only failed invoices and invoices in transit can be rerouted',
    ]);
  }
  if (invoice.timerId !== undefined) await context.timers.cancel(invoice.timerId);
  const changed = change({ ...invoice, reroutes: invoice.reroutes + 1 });
  const again = await startDelivery(context, acting.company, changed, await routingOf(changed));
  return { status: 200, body: presentInvoice(again, context.baseUrl) };
}

interface ById<Body> {
  readonly path: { readonly id: string };
  readonly body: Body;
}
type Schemas = components['schemas'];

/** Resends an invoice as a letter to a postal address. */
export function rerouteInvoicePrint(
  { path, body }: ById<Schemas['ReroutePrint']>,
  context: HandlerContext,
): Promise<Answer> {
  const country = body.recipient_country;
  const change = (invoice: StoredInvoice): StoredInvoice => ({
    ...invoice,
    facts: { ...invoice.facts, recipient: { ...invoice.facts.recipient, name: body.recipient_name, country } },
  });
  return reroute(context, path.id, change, () => ({ route: 'PRINT' }));
}

/** Resends an invoice by e-mail. */
export function rerouteInvoiceEmail({ path }: ById<Schemas['RerouteEmail']>, context: HandlerContext): Promise<Answer> {
  return reroute(
    context,
    path.id,
    (invoice) => invoice,
    () => ({ route: 'EMAIL' }),
  );
}

/** Resends an invoice to another electronic address. */
export function rerouteInvoiceEinvoice(
  { path, body }: ById<Schemas['RerouteEinvoice']>,
  context: HandlerContext,
): Promise<Answer> {
  const { recipient_eia: eia, recipient_operator: operator } = body;
  const change = (invoice: StoredInvoice): StoredInvoice => ({
    ...invoice,
    facts: { ...invoice.facts, recipient: { ...invoice.facts.recipient, eia, operator } },
  });
  return reroute(context, path.id, change, async ({ facts }) => {
    const found = await findInvoice(context, path.id);
    if ('refused' in found) return { reason: found.message };
    return chooseRoute(context, found.acting.company, { recipient: facts.recipient, operator, disabledRoutes: [] });
  });
}
