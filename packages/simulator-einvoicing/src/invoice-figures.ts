import {
  type Invoice,
  type InvoiceDocument,
  type InvoiceFinding,
  type InvoiceParty,
  isRejection,
  readInvoice,
  validateInvoice,
} from '@understudy/engine-invoicing';
import type { Figure } from '@understudy/kernel';

/** The content of an invoice, or the reason why it cannot be read. */
export function createInvoiceFigures(bytes: Uint8Array): Figure[] {
  const document = readInvoice(bytes);
  const result = validateInvoice(bytes);
  const refused = isRejection(document) ? document : isRejection(result) ? result : undefined;
  if (isRejection(document) || isRejection(result)) {
    const finding = { ruleId: 'file', severity: 'error', message: refused?.reason ?? '' } as const;
    return [{ kind: 'findings', title: 'The file cannot be read', findings: [finding] }];
  }
  return figuresOf(document, result.findings);
}

const severities = { fatal: 'error', warning: 'warning' } as const;

function figuresOf({ model, code, version, encoding }: InvoiceDocument, findings: readonly InvoiceFinding[]): Figure[] {
  const { seller, buyer, currency, allowances, documents } = model;
  const text = (title: string, lines: readonly string[]): Figure => ({ kind: 'text', title, lines });
  const table = (title: string, head: readonly string[], rows: readonly string[][]): Figure[] =>
    rows.length === 0 ? [] : [{ kind: 'table', title, head, rows }];
  return [
    text(`${model.kind === 'creditNote' ? 'Credit note' : 'Invoice'} ${model.number}`, [
      `${code} ${version}, ${encoding}, type ${model.typeCode}`,
      `issued ${model.issueDate}${model.dueDate === undefined ? '' : `, due ${model.dueDate}`}, in ${currency}`,
      ...known('order', model.order),
      ...known("buyer's reference", model.buyerReference),
      ...known('contract', model.contract),
      ...model.precedingInvoices.map(({ number }) => `refers to ${number}`),
    ]),
    text('Seller', partyLines(seller)),
    text('Buyer', partyLines(buyer)),
    ...table('Lines', ['item', 'quantity', 'unit', 'price', 'VAT %', 'net'], model.lines.map(lineRow)),
    ...table(
      'Allowances and charges',
      ['kind', 'reason', 'amount'],
      allowances.map(({ charge, reason = '', amount }) => [charge ? 'charge' : 'allowance', reason, amount]),
    ),
    ...table(
      'VAT',
      ['category', 'rate', 'base', 'VAT'],
      model.vat.map(({ category = '', rate = '', base = '', amount = '' }) => [category, rate, base, amount]),
    ),
    ...table(`Totals in ${currency}`, [], totalRows(model)),
    text('Payment', paymentLines(model)),
    ...(documents.length === 0
      ? []
      : [
          text(
            'Attachments',
            documents.map(({ id, filename }) => [id, filename].filter(Boolean).join(' ')),
          ),
        ]),
    {
      kind: 'findings',
      title: 'Rules that it breaks',
      findings: [...findings]
        .sort((one, other) => Number(other.severity === 'fatal') - Number(one.severity === 'fatal'))
        .map(({ ruleId, severity, message, location, line }) => ({
          ruleId,
          severity: severities[severity],
          message,
          place: `line ${line}, ${location}`,
        })),
    },
  ];
}

function lineRow({ id, item, quantity = '', unit = '', price, net = '' }: Invoice['lines'][number]): string[] {
  return [`${id ?? ''} ${item.name ?? ''}`.trim(), quantity, unit, price?.net ?? '', item.rate ?? '', net];
}

function partyLines({ name, vatId, legalId, endpoint, address, contact }: InvoiceParty): string[] {
  const place = [address?.street, [address?.postCode, address?.city].filter(Boolean).join(' '), address?.country];
  return [
    name,
    ...known('', place.filter(Boolean).join(', ') || undefined),
    ...known('business id', legalId?.value),
    ...known('VAT id', vatId),
    ...known(
      'address',
      endpoint === undefined ? undefined : [endpoint.scheme, endpoint.value].filter(Boolean).join(':'),
    ),
    ...known('contact', [contact?.name, contact?.email, contact?.phone].filter(Boolean).join(', ') || undefined),
  ];
}

function totalRows({ totals }: Invoice): string[][] {
  const rows: Array<readonly [string, string | undefined]> = [
    ['lines', totals.lines],
    ['allowances', totals.allowances],
    ['charges', totals.charges],
    ['without VAT', totals.withoutVat],
    ['VAT', totals.vat],
    ['with VAT', totals.withVat],
    ['paid', totals.paid],
    ['rounding', totals.rounding],
    ['payable', totals.payable],
  ];
  return rows.flatMap(([name, amount]) => (amount === undefined ? [] : [[name, amount]]));
}

function paymentLines({ payment, paymentTerms }: Invoice): string[] {
  const accounts = payment?.accounts.map(({ account, bank }) => [account, bank].filter(Boolean).join(' ')) ?? [];
  const lines = [
    ...known('means', [payment?.meansCode, payment?.meansText].filter(Boolean).join(' ') || undefined),
    ...accounts.map((account) => `to ${account}`),
    ...known('reference', payment?.reference),
    ...known('terms', paymentTerms),
  ];
  return lines.length === 0 ? ['nothing is said'] : lines;
}

function known(name: string, value: string | undefined): string[] {
  if (value === undefined) return [];
  return [name === '' ? value : `${name} ${value}`];
}
