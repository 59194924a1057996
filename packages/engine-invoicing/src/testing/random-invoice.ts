import { Big } from 'big.js';
import type { AllowanceOrCharge, Invoice, InvoiceLine, VatBreakdown } from '../model/invoice.js';
import { omitEmpty } from '../model/reading.js';
import { createTestInvoice } from './invoices.js';

/** Numbers from 0 up to 1 that depend only on the seed. */
export const createSeededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

const WORDS = ['Plank', 'Äijä & Pojat', 'Öljy <5 l>', 'Service', 'Sågverk', 'Freight', '"Quoted"', 'Ruuvi 4x40'];

/**
 * Creates an invoice or credit note with consistent sums and a random selection of the terms that UBL and Finvoice
 * share.
 */
export const createRandomInvoice = (random: () => number): Invoice => {
  const chance = (share: number): boolean => random() < share;
  const whole = (most: number): number => Math.floor(random() * most);
  const word = (): string => WORDS[whole(WORDS.length)] ?? 'x';
  const id = (): string => `${word().slice(0, 3).replace(/\W/g, 'X')}-${whole(9999)}`;
  const maybe = <T>(value: () => T): T | undefined => (chance(0.5) ? value() : undefined);
  const date = (): string => `2026-0${1 + whole(9)}-${10 + whole(18)}`;
  const rate = ['25.5', '14', '10'][whole(3)] ?? '14';
  const allowance = (charge: boolean, ofDocument: boolean): AllowanceOrCharge =>
    omitEmpty({
      charge,
      amount: `${whole(9)}.${10 + whole(80)}`,
      reason: word(),
      reasonCode: maybe(() => (charge ? 'FC' : '95')),
      category: ofDocument ? 'S' : undefined,
      rate: ofDocument ? rate : undefined,
    });
  const line = (index: number): InvoiceLine => {
    const price = new Big(whole(10_000)).div(100);
    const quantity = new Big(1 + whole(50));
    const allowances = [
      ...(chance(0.3) ? [allowance(false, false)] : []),
      ...(chance(0.3) ? [allowance(true, false)] : []),
    ];
    const net = allowances.reduce(
      (sum, one) => (one.charge ? sum.plus(one.amount) : sum.minus(one.amount)),
      price.times(quantity),
    );
    return omitEmpty({
      id: String(index + 1),
      note: maybe(word),
      object: maybe(() => ({ value: id(), scheme: 'ABT' })),
      quantity: quantity.toString(),
      unit: chance(0.5) ? 'C62' : 'HUR',
      net: net.toFixed(2),
      orderLine: maybe(id),
      accounting: maybe(id),
      period: maybe(() => ({ start: '2026-01-02', end: '2026-01-30' })),
      allowances,
      price: omitEmpty({ net: price.toFixed(2), baseQuantity: maybe(() => '1') }),
      item: omitEmpty({
        name: word(),
        description: maybe(word),
        sellerId: maybe(id),
        buyerId: maybe(id),
        standardId: maybe(() => ({ value: '06430000000032', scheme: '0160' })),
        classifications: chance(0.3) ? [{ value: '56101500', scheme: 'STI' }] : [],
        origin: maybe(() => 'FI'),
        category: 'S',
        rate,
        attributes: chance(0.3) ? [{ name: 'Colour', value: word() }] : [],
      }),
    });
  };
  const lines = Array.from({ length: 1 + whole(6) }, (_, index) => line(index));
  const allowances = [
    ...(chance(0.3) ? [allowance(false, true)] : []),
    ...(chance(0.3) ? [allowance(true, true)] : []),
  ];
  const sum = (items: readonly AllowanceOrCharge[]): string | undefined =>
    items.length === 0 ? undefined : items.reduce((total, one) => total.plus(one.amount), new Big(0)).toFixed(2);
  const lineSum = lines.reduce((total, one) => total.plus(one.net ?? 0), new Big(0));
  const less = sum(allowances.filter((one) => !one.charge));
  const more = sum(allowances.filter((one) => one.charge));
  const base = lineSum.minus(less ?? 0).plus(more ?? 0);
  const vat = base.times(rate).div(100).round(2);
  const breakdown: VatBreakdown = { base: base.toFixed(2), amount: vat.toFixed(2), category: 'S', rate };
  const creditNote = chance(0.3);
  const small = createTestInvoice();
  return omitEmpty({
    ...small,
    kind: creditNote ? 'creditNote' : 'invoice',
    typeCode: creditNote ? '381' : '380',
    number: id(),
    issueDate: '2026-01-15',
    dueDate: maybe(date),
    notes: chance(0.5) ? [{ text: word() }] : [],
    accounting: maybe(id),
    buyerReference: id(),
    period: maybe(() => ({ start: '2026-01-01', end: '2026-01-31' })),
    order: maybe(id),
    salesOrder: maybe(id),
    contract: maybe(id),
    project: maybe(id),
    tender: maybe(id),
    despatchAdvice: maybe(id),
    receivingAdvice: maybe(id),
    invoicedObject: maybe(() => ({ value: id(), scheme: 'ABT' })),
    precedingInvoices: chance(0.4) ? [{ number: id(), issueDate: date() }] : [],
    delivery: maybe(() => ({
      date: date(),
      partyName: 'Lager',
      address: { street: 'Hamngatan 3', city: 'Luleå', postCode: '972 31', country: 'SE' },
    })),
    payment: omitEmpty({
      meansCode: '58',
      reference: chance(0.5) ? '20260000422' : id(),
      accounts: [omitEmpty({ account: 'FI2112345600000785', bank: maybe(() => 'NDEAFIHH') })],
    }),
    paymentTerms: maybe(() => '30 days net'),
    allowances,
    totals: omitEmpty({
      lines: lineSum.toFixed(2),
      allowances: less,
      charges: more,
      withoutVat: base.toFixed(2),
      vat: vat.toFixed(2),
      withVat: base.plus(vat).toFixed(2),
      payable: base.plus(vat).toFixed(2),
    }),
    vat: [breakdown],
    lines,
  }) as Invoice;
};
