import type { InspectView } from '@understudy/kernel/inspect';

/** `understudy inspect invoice <file>`: the contents and the errors of an invoice file. */
export const invoiceView: InspectView = {
  name: 'invoice',
  summary: 'Show what a UBL or Finvoice file says, and which rules it breaks',
  argument: { name: 'file', summary: 'the invoice as XML; - for standard input' },
  looksAt: 'file',
  picture: { format: 'html', summary: 'write the report to an HTML page, too' },
  json: 'print the semantic model and the findings as one JSON object instead',
  example: 'invoice.xml --html invoice.html',
  load: async () => (await import('./look-at-invoice.js')).lookAtInvoice,
};
