import { handleForCompany } from '../access/handle-for-company.js';
import { einvoicingErrors } from '../errors.js';
import type { components, operations } from '../generated/types.js';
import { einvoicingSettings } from '../settings.js';
import { serviceActivationTimer } from './activate-service.js';
import type { ReceivablesService, RequestedSettings } from './entities.js';
import { presentService } from './present-service.js';
import { findReceivablesService, putReceivables } from './stored-service.js';

/**
 * Requests the service, which is PENDING until it is signed. Repeating the request keeps the status
 * (einvoicing.receivables.put).
 */
export const startReceivables = handleForCompany<operations['startReceivables']>(
  async ({ body }, context, { company }) => {
    // einvoicing.receivables.finnish-only
    if (company.country !== 'FI') {
      return einvoicingErrors.badRequest(['Receivables management is for Finnish companies only']);
    }
    // Loaded at the first activation, to keep the start fast.
    const { isIban } = await import('@understudy/engine-invoicing');
    if (!isIban(body.iban.replaceAll(' ', '').toUpperCase())) {
      return einvoicingErrors.badRequest(['/body/iban must be an IBAN; its form or its check digits are wrong']);
    }
    const known = await findReceivablesService(context, company.id);
    const asked: ReceivablesService = { ...known, ...flagsOf(body), settings: settingsOf(body) };
    if (known.status !== 'DISABLED') {
      await putReceivables(context, company.id, asked);
      return { status: 200, body: presentService(asked) };
    }
    const activationId = context.ids.next('activation');
    const pending: ReceivablesService = { ...asked, status: 'PENDING', activationId };
    await putReceivables(context, company.id, pending);
    if (context.settings.of(einvoicingSettings.receivablesActivation) !== 'manual') {
      const payload = { companyId: company.id, activationId };
      await context.timers.schedule({ at: context.clock.now(), timer: serviceActivationTimer, payload });
    }
    return { status: 200, body: presentService(pending) };
  },
);

type Given = components['schemas']['ReceivablesSettings'];

/** Returns the accountable party determines both flags (einvoicing.gap.receivables-patch-body). */
function flagsOf({ accountable_party: party }: Given): Partial<ReceivablesService> {
  if (party === undefined) return {};
  return { useOwnInvoiceImage: party === 'company', useOwnPaymentDetails: party === 'company' };
}

/** Returns the fields that the API knows, and no others. */
function settingsOf(given: Given): RequestedSettings {
  const { customer_service_phone_number: phone, postal_address: postal } = given;
  return {
    iban: given.iban,
    bic: given.bic,
    bank: given.bank,
    contact_person: given.contact_person,
    contact_email: given.contact_email,
    customer_service_email: given.customer_service_email,
    ...(phone === undefined ? {} : { customer_service_phone_number: phone }),
    contact_phone_number: given.contact_phone_number,
    authorization_email: given.authorization_email,
    billing_address: addressOf(given.billing_address),
    ...(postal === undefined ? {} : { postal_address: addressOf(postal) }),
  };
}

function addressOf({
  country,
  streets,
  city,
  zip_code,
}: RequestedSettings['billing_address']): RequestedSettings['billing_address'] {
  return { country, streets: [...streets], city, zip_code };
}
