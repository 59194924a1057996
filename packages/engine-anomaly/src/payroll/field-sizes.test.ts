import { describe, expect, it } from 'vitest';
import { monthEnds } from '../testing/payslips.js';
import { grossDependence, learnField } from './field-sizes.js';
import { historiesOf, linesByKind } from './own-history.js';
import { origin } from './payroll-model.js';
import { toPayslipView } from './payslip-view.js';

/** One employee's pay and deduction in each month. */
function owners(kind: string, rows: [pay: number, deduction: number][]) {
  const views = rows.map(([pay, deduction], month) =>
    toPayslipView(
      {
        id: String(month),
        date: monthEnds[month] ?? '',
        employeeId: 'a',
        employeeGroups: ['g'],
        transactions: [
          { id: `${month}-1`, type: 'pay', amount: pay },
          { id: `${month}-2`, type: 'deduction', amount: deduction },
        ],
      },
      {},
    ),
  );
  return linesByKind(historiesOf(views)).get(kind) ?? new Map();
}

const restless = Array.from({ length: 24 }, (_, month) => (month % 3 === 0 ? 1500 : 1000));

describe('sizes of a kind', () => {
  it('of a deduction follow gross pay in proportion, more than that, or not at all', () => {
    const slope = (deduction: (pay: number) => number) =>
      grossDependence(
        owners(
          'deduction',
          restless.map((pay) => [pay, -deduction(pay)]),
        ),
      ).slope;
    expect(slope((pay) => pay / 10)).toBeCloseTo(1, 4);
    expect(slope((pay) => pay ** 1.2 / 10)).toBeCloseTo(1.2, 4);
    expect(slope(() => 20)).toBe(0);
  });

  it('are deviations from the median of up to six before', () => {
    const e = Math.E;
    const sizes = learnField(
      'amount',
      owners('pay', [
        [1, -1],
        [e, -1],
        [1, -1],
        [e * e, -1],
      ]),
      { sign: 1, slope: 0, exempt: [] },
    );
    // Logarithms 0, 1, 0, 2; less 0, 0.5 and 0: deviations 1, -0.5, 2
    expect(sizes?.common.deviations).toMatchObject({ n: 3, zeros: 0, modes: [{ n: 3, median: origin + 1, mad: 1 }] });
    expect([...(sizes?.own.values() ?? [])]).toMatchObject([{ n: 4, level: 0.5 }]);
    expect(sizes?.common.groupLevels).toMatchObject([['g', { n: 1, modes: [{ median: origin + 0.5 }] }]]);
  });

  it('are not learned of numbers that no line has', () => {
    expect(learnField('rate', owners('pay', [[1, -1]]), { sign: 1, slope: 0, exempt: [] })).toBeUndefined();
  });
});
