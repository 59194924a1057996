import type { Invoice, InvoiceDocument, InvoiceFinding, InvoiceParty } from '@understudy/engine-invoicing';
import { formatTable } from '@understudy/kernel/inspect';

export interface InspectedInvoice {
  readonly document: InvoiceDocument;
  readonly findings: readonly InvoiceFinding[];
}

interface InvoiceSection {
  readonly title: string;
  /** Rows of a table, the first one its header, or lines of text. */
  readonly table?: ReadonlyArray<readonly string[]>;
  readonly lines?: readonly string[];
}

export function createInvoiceSections({ document, findings }: InspectedInvoice): InvoiceSection[] {
  const { model, code, version, encoding } = document;
  const { seller, buyer, currency } = model;
  return [
    {
      title: `${model.kind === 'creditNote' ? 'Credit note' : 'Invoice'} ${model.number}`,
      lines: [
        `${code} ${version}, ${encoding}, type ${model.typeCode}`,
        `issued ${model.issueDate}${model.dueDate === undefined ? '' : `, due ${model.dueDate}`}, in ${currency}`,
        ...known('order', model.order),
        ...known("buyer's reference", model.buyerReference),
        ...known('contract', model.contract),
        ...model.precedingInvoices.map(({ number }) => `refers to ${number}`),
      ],
    },
    { title: 'Seller', lines: partyLines(seller) },
    { title: 'Buyer', lines: partyLines(buyer) },
    { title: 'Lines', table: [lineHead, ...model.lines.map((line) => lineRow(line))] },
    ...allowanceSection(model),
    {
      title: 'VAT',
      table: [
        ['category', 'rate', 'base', 'VAT'],
        ...model.vat.map(({ category = '', rate = '', base = '', amount = '' }) => [category, rate, base, amount]),
      ],
    },
    { title: `Totals in ${currency}`, table: totalRows(model) },
    { title: 'Payment', lines: paymentLines(model) },
    ...(model.documents.length === 0
      ? []
      : [
          {
            title: 'Attachments',
            lines: model.documents.map(({ id, filename }) => [id, filename].filter(Boolean).join(' ')),
          },
        ]),
    { title: 'Findings', lines: findingLines(findings) },
  ];
}

export function formatInvoiceText(inspected: InspectedInvoice): string[] {
  return createInvoiceSections(inspected).flatMap(({ title, table, lines }) => [
    title,
    ...(table === undefined ? (lines ?? []) : formatTable(table)).map((line) => `  ${line}`),
    '',
  ]);
}

const lineHead = ['item', 'quantity', 'unit', 'price', 'VAT %', 'net'];

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

function allowanceSection({ allowances }: Invoice): InvoiceSection[] {
  if (allowances.length === 0) return [];
  const rows = allowances.map(({ charge, reason = '', amount }) => [charge ? 'charge' : 'allowance', reason, amount]);
  return [{ title: 'Allowances and charges', table: [['kind', 'reason', 'amount'], ...rows] }];
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

function findingLines(findings: readonly InvoiceFinding[]): string[] {
  if (findings.length === 0) return ['none: structure and business rules are met'];
  const fatalFirst = [...findings].sort((one, other) => rank(one) - rank(other));
  return fatalFirst.flatMap(({ ruleId, severity, line, location, message }) => [
    `${severity} ${ruleId} (line ${line}): ${message}`,
    `  ${location}`,
  ]);
}

function rank({ severity }: InvoiceFinding): number {
  return severity === 'fatal' ? 0 : 1;
}

function known(name: string, value: string | undefined): string[] {
  if (value === undefined) return [];
  return [name === '' ? value : `${name} ${value}`];
}
