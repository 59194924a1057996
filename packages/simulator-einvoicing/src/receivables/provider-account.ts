/** Where an activation is signed: an address that stands for the provider's page, which does not exist. */
export const activationAddress = 'https://signing.example/receivables/';

/** The provider's own account, and what is to be printed on invoices: einvoicing.gap.provider-key, einvoicing.gap.notes-meaning. */
export const providerAccount = {
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
