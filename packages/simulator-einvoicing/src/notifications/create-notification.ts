import { type ErrorResult, type HandlerContext, isLoopback } from '@understudy/kernel';
import type { ActingCompany } from '../access/find-acting-company.js';
import { handleForCompany } from '../access/handle-for-company.js';
import { collections, type Subscription } from '../entities.js';
import { einvoicingErrors } from '../errors.js';
import type { components, operations } from '../generated/types.js';
import { einvoicingSettings } from '../settings.js';
import { checkEventPattern } from './event-names.js';
import { presentNotification } from './read-notifications.js';
import { listSubscriptions } from './stored-subscriptions.js';

/** The error of a webhook URL: it must be https, or http on this machine (einvoicing.gap.destination-scheme). */
function faultOfDestination(destination: string, allowHttp: boolean, ownUrl: string): string | undefined {
  if (!URL.canParse(destination)) return '/body/destination must be a URL';
  const { protocol, hostname, host, username, password } = new URL(destination);
  if (!isEncoded(username) || !isEncoded(password)) {
    return '/body/destination must have user and password percent-encoded; a percent sign itself is %25';
  }
  if (protocol === 'https:') return undefined;
  const staysHere = isLoopback(hostname) || host === new URL(ownUrl).host;
  if (protocol === 'http:' && allowHttp && staysHere) return undefined;
  return '/body/destination must be an https address; http is accepted for this machine only';
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Subscribes a company to its own events, or a partner to events of its companies (einvoicing.notifications.post). */
export const createNotification = handleForCompany<operations['createNotification']>(
  async ({ body }, context, acting) => {
    const faults = [
      faultOfDestination(body.destination, context.settings.of(einvoicingSettings.httpToLoopback), context.baseUrl),
      ...body.events.map(checkEventPattern),
      body.vendor_key !== undefined && body.destination_type === 'WEBHOOK'
        ? '/body/vendor_key goes with VENDOR_WEBHOOK only'
        : undefined,
    ].filter((fault) => fault !== undefined);
    if (faults.length > 0) return einvoicingErrors.badRequest(faults);
    const vendorId = body.destination_type === 'VENDOR_WEBHOOK' ? await vendorWanted(body, acting, context) : undefined;
    if (typeof vendorId === 'object') return vendorId;

    const existing = await listSubscriptions(context, acting.company.id);
    const subscription: Subscription = {
      id: context.ids.next('subscription'),
      number: Math.max(0, ...existing.map(({ number }) => number)) + 1,
      type: body.destination_type,
      destination: body.destination,
      events: body.events,
      ...(body.vendor_key === undefined ? {} : { vendorKey: body.vendor_key }),
      ...(vendorId === undefined ? {} : { vendorId }),
    };
    await acting.scope.collection(collections.subscriptions).put(subscription.id, subscription);
    return { status: 201, body: presentNotification(subscription) };
  },
);

/** The only vendor whose companies are covered, undefined for all (einvoicing.auth.vendor-webhook). */
async function vendorWanted(
  { vendor_key }: components['schemas']['NotificationRequest'],
  { company, vendor }: ActingCompany,
  { scopes }: HandlerContext,
): Promise<string | undefined | ErrorResult> {
  if (vendor?.partnerCompanyId !== company.id) {
    return einvoicingErrors.noAccess(
      'Vendor webhooks need a token of the partner company, fetched with its vendor_api_key',
    );
  }
  if (vendor_key === undefined) return undefined;
  const owner = await scopes.shared.collection(collections.vendorKeys).get(vendor_key);
  const wanted = owner === undefined ? undefined : await scopes.shared.collection(collections.vendors).get(owner.id);
  if (wanted?.partnerCompanyId !== company.id)
    return einvoicingErrors.badRequest(['/body/vendor_key must be a key of this partner']);
  return wanted.id;
}
