import type { components } from '../generated/types.js';
import type { ReceivablesService } from './entities.js';
import { activationAddress, providerAccount } from './provider-account.js';

/** The service as the API shows it; the provider's account only while it is ACTIVE (einvoicing.gap.provider-key). */
export function presentService(service: ReceivablesService): components['schemas']['ReceivablesService'] {
  const { status, settings, useOwnInvoiceImage, useOwnPaymentDetails, activationId } = service;
  if (settings === undefined) return { status };
  return {
    ...settings,
    status,
    ...(activationId === undefined ? {} : { activation_url: `${activationAddress}${activationId}` }),
    ...(status === 'ACTIVE' ? { provider: { ...providerAccount, notes: [...providerAccount.notes] } } : {}),
    use_own_invoice_image: useOwnInvoiceImage,
    use_own_payment_details: useOwnPaymentDetails,
    accountable_party: useOwnInvoiceImage && useOwnPaymentDetails ? 'company' : 'provider',
  };
}
