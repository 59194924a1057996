import type { components } from '../generated/types.js';
import type { ReceivablesService } from './entities.js';

/** The address of the provider's page for signing an activation. The page does not exist. */
const activationAddress = 'https://signing.example/receivables/';

/** The provider's account and the texts on invoices: einvoicing.gap.provider-key, einvoicing.gap.notes-meaning. */
const providerAccount = {
  iban: 'FI5698765400001234',
  bic: 'HARBFIHH',
  account_number: '987654-1234',
  notes: [
    { code: 'FI', phrase: 'Lasku maksetaan vain perintäpalvelun tilille FI56 9876 5400 0012 34.' },
    { code: 'SV', phrase: 'Fakturan betalas endast till inkassotjänstens konto FI56 9876 5400 0012 34.' },
    {
      code: 'EN',
      phrase: 'The invoice is to be paid to the account FI56 9876 5400 0012 34 of the collection service only.',
    },
  ],
} as const;

/** The service in the API. The provider's account is present only while it is ACTIVE (einvoicing.gap.provider-key). */
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
