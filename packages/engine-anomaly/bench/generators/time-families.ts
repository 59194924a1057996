import { forgetDays } from './missing-days.ts';
import { randomOf } from './random.ts';
import { injectTimeAnomalies, timeAnomalyTypes } from './time-anomalies.ts';
import { servicesFirm } from './time-services-firm.ts';
import { type Registration, walkDays } from './time-walk.ts';

interface TimeDataOptions {
  readonly heldBack: boolean;
  readonly seedShift?: number;
  readonly employees?: number;
  /** Anomalies of each type in the scored weeks. */
  readonly each?: number;
}

export type TimeData = ReturnType<typeof makeTimeData>;

/**
 * A year to train on, with a few anomalies as in any approved data, and later weeks to score: `clean`, `scored` with
 * anomalies, and `weeks` with missing days.
 */
export function makeTimeData({ heldBack, seedShift = 0, employees = 60, each = 50 }: TimeDataOptions) {
  const seed = (heldBack ? 77_415 : 20_250_101) + seedShift;
  const [laterFrom, to] = ['2026-01-12', '2026-03-29'];
  const { staff, r } = servicesFirm({ seed, employees, from: '2025-01-01', to, heldBack });
  const past = walkDays(staff, { from: '2025-01-01', to: '2025-12-31', r }).registrations;
  const future = walkDays(staff, { from: laterFrom, to, r, prefix: 'n' });
  const chance = randomOf(seed + 1);
  const inject = (rows: readonly Registration[], count: number) =>
    injectTimeAnomalies(rows, {
      r: chance,
      counts: Object.fromEntries(Object.keys(timeAnomalyTypes).map((type) => [type, count])),
      history: past,
    });
  const history = inject(past, Math.ceil(past.length / 2000)).registrations;
  const { registrations: scored, anomalies } = inject(future.registrations, each);
  const weeks = forgetDays({ ...future, staff, from: laterFrom, weeks: 8, r: chance });
  return { history, clean: future.registrations, scored, anomalies, weeks };
}
