import { describe, expect, it } from 'vitest';
import { company, workWeeks } from '../testing/registrations.js';
import { predictRegistrations } from './predict-registrations.js';
import { prepareTime } from './prepare-time.js';
import { trainTime, updateTime } from './train-time.js';
import type { TimeRegistration } from './types.js';

const weeks = workWeeks(company, '2025-01-06', 26);
/** Projects that last some weeks each, or one for all time; `foreign` belongs to one other employee. */
const onProjects = (changing: boolean, lasting = 3): TimeRegistration[] =>
  weeks.map((record) => {
    const week = Math.floor((Date.parse(record.date) - Date.parse('2025-01-06')) / (7 * 86_400_000));
    const own = record.employeeId === 'ben' ? 'foreign' : 'lasting';
    return { ...record, projectId: changing && own === 'lasting' ? `p${Math.floor(week / lasting)}` : own };
  });
const asked: TimeRegistration = {
  ...(weeks.findLast(({ employeeId }) => employeeId === 'anna') ?? { employeeId: 'anna' }),
  registrationId: 'asked',
  date: '2025-07-08',
};
const scoreOf = (history: readonly TimeRegistration[], projectId: string) =>
  predictRegistrations(prepareTime(trainTime(history)), [{ ...asked, projectId }])[0]?.anomalyScore ?? Number.NaN;

describe('a new project', () => {
  it('is less unusual where projects come and go', () => {
    expect(scoreOf(onProjects(false), 'new')).toBeGreaterThan(30);
    expect(scoreOf(onProjects(true), 'new')).toBeLessThan(0.5 * scoreOf(onProjects(false), 'new'));
  });

  it('is still unusual where a new one comes now and then, as what is judged has more mistakes than what is learned', () => {
    // With every new one taken for rightful it would be 10.7, hardly medium.
    expect(scoreOf(onProjects(true, 9), 'new')).toBeGreaterThan(20);
  });

  it('is not what another one had for long', () => {
    expect(scoreOf(onProjects(true), 'foreign')).toBeGreaterThan(scoreOf(onProjects(true), 'new'));
  });

  it('has not begun with a slip of somebody who mistyped a number', () => {
    const history = onProjects(true);
    const slips = history.map((record, index) =>
      index === 40 || index === 91 ? { ...record, projectId: 'new' } : record,
    );
    expect(scoreOf(slips, 'new')).toBe(scoreOf(history, 'new'));
  });

  it('comes as often by updates as by a rebuild', () => {
    const history = onProjects(true);
    const early = trainTime(history.slice(0, 300));
    const projects = ({ registrations }: typeof early) =>
      registrations.texts.find(({ field }) => field === 'projectId')?.novelty;
    const rebuilt = trainTime(history);
    expect(projects(updateTime(early, history.slice(300)))).toEqual(projects(rebuilt));
    expect(new Map(projects(rebuilt)).size).toBeGreaterThan(2);
  });
});
