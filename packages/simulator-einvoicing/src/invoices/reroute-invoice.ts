import type { ErrorResult, HandlerContext } from '@understudy/kernel';
import { einvoicingErrors } from '../errors.js';
import type { StoredInvoice } from '../exchange/entities.js';
import { findInvoice } from '../exchange/find-invoice.js';
import type { components } from '../generated/types.js';
import { chooseRoute, type RouteDecision } from './choose-route.js';
import { presentInvoice } from './present-invoice.js';
import { startDelivery } from './start-delivery.js';

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
