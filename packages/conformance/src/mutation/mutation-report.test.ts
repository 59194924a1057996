import { expect, it } from 'vitest';
import {
  computeDetectionRate,
  computeRatesByApi,
  formatMutationReport,
  type MutationReport,
  meetsThresholds,
  type TestedDeviation,
} from './mutation-report.js';

const judged = (api: string, count: number, missed: number): TestedDeviation[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${api}.listShops 200 /shop${index} dropped`,
    sort: 'wire',
    says: `listShops 200 comes without /shop${index}`,
    api,
    claims: [],
    caught: index >= missed,
    ran: 1,
    ...(index < missed ? { reason: 'No scenario sees it.' } : {}),
  }));

function reportOf(deviations: readonly TestedDeviation[], unfit: string[] = []): MutationReport {
  return {
    schemaVersion: 1,
    apis: computeRatesByApi(deviations),
    policy: computeDetectionRate(deviations, 'policy'),
    wire: { ...computeDetectionRate(deviations, 'wire'), kinds: {} },
    survivors: deviations.filter(({ caught }) => !caught),
    noticedElsewhere: ['shop.closed'],
    deviations: [...deviations],
    notTried: [{ id: 'shop.opening', reason: 'It needs a | day.' }],
    equivalent: 0,
    unfit,
    durationMilliseconds: 1,
  };
}

it('meets the thresholds only if every API does, so a large API cannot offset a small one', () => {
  expect(meetsThresholds(reportOf([...judged('large', 980, 20), ...judged('small', 20, 1)]))).toBe(true);
  const oneShort = reportOf([...judged('large', 980, 0), ...judged('small', 20, 2)]);
  expect(oneShort.wire.share).toBe(0.998);
  expect(meetsThresholds(oneShort)).toBe(false);
  expect(meetsThresholds(reportOf(judged('large', 20, 0), ['a.arazzo.yaml broken']))).toBe(false);
});

it('formats a page with one row per response and reason, without rounding percentages up', () => {
  const page = formatMutationReport(reportOf([...judged('large', 2999, 2), ...judged('small', 20, 0)]));
  expect(page).toContain('| large | none | 2997 of 2999 (99.9 %) |\n| small | none | 20 of 20 (100 %) |');
  expect(page).toContain('| `large.listShops 200` | `/shop0 dropped`, `/shop1 dropped` | No scenario sees it. |');
  expect(page).toContain('- `shop.closed`');
  expect(page).toContain('| `shop.opening` | It needs a \\| day. |');
});
