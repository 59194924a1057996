import type { Invoice, InvoiceLine } from '../model/invoice.js';

/** Creates a line of 10 pieces at 10.00, standard rated. */
export const createTestLine = (id: string): InvoiceLine => ({
  id,
  quantity: '10',
  unit: 'C62',
  net: '100.00',
  allowances: [],
  price: { net: '10.00' },
  item: { name: 'Plank', classifications: [], category: 'S', rate: '25.5', attributes: [] },
});

/** Creates a small valid invoice between two Finnish companies. Tests change parts of it. */
export const createTestInvoice = (changes: Partial<Invoice> = {}): Invoice => ({
  kind: 'invoice',
  number: '77',
  issueDate: '2026-01-15',
  dueDate: '2026-02-14',
  typeCode: '380',
  notes: [],
  currency: 'EUR',
  buyerReference: 'Cost centre 12',
  precedingInvoices: [],
  documents: [],
  seller: {
    name: 'Metsäpolun Palvelut Oy',
    identifiers: [],
    legalId: { value: '1234567-1', scheme: '0212' },
    vatId: 'FI12345671',
    endpoint: { value: '003712345671', scheme: '0216' },
    address: { street: 'Kauppakatu 1', city: 'Tampere', postCode: '33100', country: 'FI' },
  },
  buyer: {
    name: 'Kuusen Kauppa Oy',
    identifiers: [],
    legalId: { value: '2345678-2', scheme: '0212' },
    vatId: 'FI23456782',
    endpoint: { value: '003723456782', scheme: '0216' },
    address: { street: 'Torikatu 2', city: 'Oulu', postCode: '90100', country: 'FI' },
  },
  payment: { meansCode: '58', reference: '20260000422', accounts: [{ account: 'FI2112345600000785' }] },
  allowances: [],
  totals: { lines: '100.00', withoutVat: '100.00', vat: '25.50', withVat: '125.50', payable: '125.50' },
  vat: [{ base: '100.00', amount: '25.50', category: 'S', rate: '25.5' }],
  lines: [createTestLine('1')],
  ...changes,
});
