// Times reading, validating and converting; ends with 1 when a bar is missed. Run after `npm run build`.
import { performance } from 'node:perf_hooks';
import { convertInvoice, isRefusal, readInvoice, validateInvoice, writeUbl } from '../dist/index.js';

const line = (index) => ({
  id: String(index + 1),
  quantity: '2',
  unit: 'C62',
  net: '20.00',
  allowances: [],
  price: { net: '10.00' },
  item: { name: `Article ${index + 1}`, classifications: [], category: 'S', rate: '25.5', attributes: [] },
});

const party = (name, scheme, endpoint) => ({
  name,
  identifiers: [],
  vatId: 'FI12345671',
  legalId: { value: '1234567-1', scheme: '0212' },
  endpoint: { scheme, value: endpoint },
  address: { street: 'Kauppakatu 1', city: 'Tampere', postCode: '33100', country: 'FI' },
});

const invoiceOf = (count) => {
  const net = (20 * count).toFixed(2);
  const vat = (5.1 * count).toFixed(2);
  const sum = (25.1 * count).toFixed(2);
  const model = {
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

const times = (work, runs) => {
  const measured = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    measured.push(performance.now() - start);
  }
  return measured.sort((one, other) => one - other);
};

const show = (value) => `${value.toFixed(2)} ms`;
const small = invoiceOf(20);
const large = invoiceOf(10_000);
const first = times(() => validateInvoice(small), 1)[0];
const checked = validateInvoice(small);
if (isRefusal(checked) || checked.findings.length > 0) throw new Error(JSON.stringify(checked));
times(() => validateInvoice(small), 50);
const validate = times(() => validateInvoice(small), 500);
const read = times(() => readInvoice(small), 500);
const convert = times(() => convertInvoice(small, 'FINVOICE'), 200);
const big = times(() => validateInvoice(large), 2);
const bigRead = times(() => readInvoice(large), 2);

const bars = [
  ['validate 20 lines, median', validate[250], 10],
  ['validate 20 lines, p95', validate[475], 50],
  [`validate 10,000 lines (${(large.length / 1e6).toFixed(1)} MB), slower of two`, big[1], 3000],
];
console.log(
  `first validation ${show(first)}; read 20 lines ${show(read[250])}; convert ${show(convert[100])}; read 10,000 lines ${show(bigRead[1])}`,
);
let missed = 0;
for (const [what, value, bar] of bars) {
  console.log(`${value <= bar ? 'ok  ' : 'MISS'} ${what}: ${show(value)} (bar ${bar} ms)`);
  if (value > bar) missed += 1;
}
console.log(`memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
process.exitCode = missed === 0 ? 0 : 1;
