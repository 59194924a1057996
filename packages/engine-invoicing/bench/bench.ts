// Times reading, validating and converting; ends with 1 when a bar is missed. Run after `npm run build`.
import { performance } from 'node:perf_hooks';
import {
  convertInvoice,
  type Invoice,
  isRefusal,
  type Line,
  type Party,
  readInvoice,
  validateInvoice,
  writeUbl,
} from '@understudy/engine-invoicing';
import { BarTable } from '../../../bench/bar-table.ts';

const line = (index: number): Line => ({
  id: String(index + 1),
  quantity: '2',
  unit: 'C62',
  net: '20.00',
  allowances: [],
  price: { net: '10.00' },
  item: { name: `Article ${index + 1}`, classifications: [], category: 'S', rate: '25.5', attributes: [] },
});

const party = (name: string, scheme: string, endpoint: string): Party => ({
  name,
  identifiers: [],
  vatId: 'FI12345671',
  legalId: { value: '1234567-1', scheme: '0212' },
  endpoint: { scheme, value: endpoint },
  address: { street: 'Kauppakatu 1', city: 'Tampere', postCode: '33100', country: 'FI' },
});

const invoiceOf = (count: number): Buffer => {
  const net = (20 * count).toFixed(2);
  const vat = (5.1 * count).toFixed(2);
  const sum = (25.1 * count).toFixed(2);
  const model: Invoice = {
    kind: 'invoice',
    number: '1',
    issueDate: '2026-01-15',
    dueDate: '2026-02-14',
    typeCode: '380',
    notes: [],
    currency: 'EUR',
    buyerReference: 'x',
    precedingInvoices: [],
    documents: [],
    seller: party('Seller Oy', '0216', '003712345671'),
    buyer: party('Buyer Oy', '0216', '003712345671'),
    payment: { meansCode: '58', accounts: [{ account: 'FI2112345600000785' }] },
    allowances: [],
    totals: { lines: net, withoutVat: net, vat, withVat: sum, payable: sum },
    vat: [{ base: net, amount: vat, category: 'S', rate: '25.5' }],
    lines: Array.from({ length: count }, (_, index) => line(index)),
  };
  return Buffer.from(writeUbl(model));
};

/** Milliseconds of each run, the quickest first. */
const times = (work: () => unknown, runs: number): number[] => {
  const measured: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    measured.push(performance.now() - start);
  }
  return measured.sort((one, other) => one - other);
};

/** @param share 0.5 is the median, 1 the slowest */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

const small = invoiceOf(20);
const large = invoiceOf(10_000);
const first = times(() => validateInvoice(small), 1);
const checked = validateInvoice(small);
if (isRefusal(checked) || checked.findings.length > 0) throw new Error(JSON.stringify(checked));
times(() => validateInvoice(small), 50);
const validate = times(() => validateInvoice(small), 500);
const read = times(() => readInvoice(small), 500);
const convert = times(() => convertInvoice(small, 'FINVOICE'), 200);
const big = times(() => validateInvoice(large), 2);
const bigRead = times(() => readInvoice(large), 2);

const table = new BarTable();
const { report } = table;
report('first validation', at(first, 1), 'shown ms');
report('read 20 lines, median', at(read, 0.5), 'shown ms');
report('convert 20 lines, median', at(convert, 0.5), 'shown ms');
report('read 10,000 lines, slower of two', at(bigRead, 1), 'shown ms');
report('validate 20 lines, median', at(validate, 0.5), '<= ms', 10);
report('validate 20 lines, p95', at(validate, 0.95), '<= ms', 50);
report(`validate 10,000 lines (${(large.length / 1e6).toFixed(1)} MB), slower of two`, at(big, 1), '<= ms', 3000);
report('memory', process.memoryUsage().rss / 1e6, 'shown MB');
table.print();
