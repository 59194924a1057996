import { describe, expect, it } from 'vitest';
import { payslipOf } from '../testing/payslips.js';
import { logCent, logSize, toPayslipView } from './payslip-view.js';

describe('a view of a payslip', () => {
  it('knows its month, its gross pay without the totals, and the lines of each kind', () => {
    const view = toPayslipView(payslipOf(0, 2), { gross: 'gross', net: 'net' });
    expect(view.month).toBe(2);
    // (7 * 2) % 11 = 3: 103 km at 0.5
    expect(view.gross).toBeCloseTo(Math.log(3000 + 51.5), 12);
    expect([...view.kinds.keys()]).toEqual(['salary', 'mileage', 'fee', 'tax\u001fincome', 'gross', 'net']);
  });

  it('has sizes that grow everywhere', () => {
    expect(logSize(1)).toBe(0);
    expect(logSize(0)).toBe(logCent);
    expect(logSize(-1)).toBeCloseTo(logCent - Math.log(101), 12);
    const sizes = [-1e12, -1, 0, 0.02, 1, 1e12].map(logSize);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(6);
  });
});
