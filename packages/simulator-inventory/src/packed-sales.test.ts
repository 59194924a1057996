import { expect, it } from 'vitest';
import { packSales, unpackSales } from './packed-sales.js';

it('packs sales without loss, and unpacks the sales up to a date', () => {
  const packed = packSales({
    datasetId: 'd1',
    records: [
      { departureDate: '0001-01-01', quantity: 1e12, unitPrice: 0.1, unitCost: null },
      { departureDate: '1969-12-31', quantity: -2.5 },
      { departureDate: '2024-02-29', quantity: 1e-9, unitPrice: 9.99, unitCost: 6 },
      { departureDate: '9999-12-31', quantity: 3, unitPrice: 1, unitCost: 1 },
    ],
  });
  const sales = [
    { date: '0001-01-01', quantity: 1e12, unitPrice: 0.1, unitCost: 0 },
    { date: '1969-12-31', quantity: -2.5, unitPrice: 0, unitCost: 0 },
    { date: '2024-02-29', quantity: 1e-9, unitPrice: 9.99, unitCost: 6 },
    { date: '9999-12-31', quantity: 3, unitPrice: 1, unitCost: 1 },
  ];
  expect(packed.datasetId).toBe('d1');
  expect(unpackSales(packed, '9999-12-31')).toEqual(sales);
  expect(unpackSales(packed, '2024-02-29')).toEqual(sales.slice(0, 3));
  expect(unpackSales(packed, '2024-02-28')).toEqual(sales.slice(0, 2));
});
