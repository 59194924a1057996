import { describe, expect, test } from 'vitest';
import { payslipOf } from '../testing/payslips.js';
import { conditionalNats } from './co-occurrence.js';
import { predictPayroll } from './predict-payroll.js';
import { preparePayroll } from './prepare-payroll.js';
import { trainPayroll } from './train-payroll.js';

describe('kinds of lines that come together', () => {
  const companions = (pairs: Record<string, [string, number][]>) => (kind: string) => new Map(pairs[kind] ?? []);

  test('one of them is unexpected, the others follow of it', () => {
    const nats = conditionalNats(
      [
        { kind: 'allowance', nats: 3.1 },
        { kind: 'expense', nats: 3 },
      ],
      companions({ allowance: [['expense', 0.5]], expense: [['allowance', 0.99]] }),
    );
    expect(nats.get('expense')).toBe(3);
    expect(nats.get('allowance')).toBe(0);
  });

  test('a kind without companions on the payslip stays as unexpected as it is', () => {
    const nats = conditionalNats(
      [
        { kind: 'allowance', nats: 3 },
        { kind: 'bonus', nats: 2 },
      ],
      companions({ allowance: [['expense', 0.9]] }),
    );
    expect([...nats]).toEqual([
      ['bonus', 2],
      ['allowance', 3],
    ]);
  });

  test('a journey with its allowance scores like a journey alone', () => {
    const journey = (index: number, month: number, ...types: string[]) =>
      payslipOf(index, month, (lines) => [
        ...lines,
        ...types.map((type) => ({ id: `${index}-${month}-${type}`, type, amount: type === 'hotel' ? 90 : 51 })),
      ]);
    const history = Array.from({ length: 10 * 24 }, (_, at) => {
      const [index, month] = [at % 10, Math.floor(at / 10)];
      return (month + index) % 8 === 0 ? journey(index, month, 'hotel', 'allowance') : payslipOf(index, month);
    });
    const prepared = preparePayroll(trainPayroll(history));
    const scores = [['hotel'], ['hotel', 'allowance']].map(
      (types) => predictPayroll(prepared, [journey(1, 24, ...types)]).payslipResults[0]?.score ?? -1,
    );
    expect(scores[1]).toBe(scores[0]);
    expect(scores[0]).toBeGreaterThan(0);
  });
});
