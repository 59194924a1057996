import { toHorizonDate } from '../model/calendar.js';
import type { RosteringInstance } from '../model/instance.js';
import { checkFeasibility } from './check-feasibility.js';
import type { CheckTitle, FeasibilityViolation } from './feasibility-types.js';
import texts from './warning-texts.json' with { type: 'json' };

/** A template with numbered placeholders and their values, in order (rostering.gap.analyze-placeholder). */
export interface AnalyzeWarning {
  message: string;
  entities: { property: string; value: string }[];
}

/** The texts of warnings in one language. {0} and {1} are placeholders. */
export interface WarningTexts {
  /** {0} is the employee, {1} the day. */
  readonly noAvailability: string;
  readonly checks: Readonly<Record<CheckTitle, string>>;
  readonly properties: Readonly<Record<keyof FeasibilityViolation, string>>;
}

const englishWarnings: WarningTexts = texts.en;

/** Warnings by lower-case language tag. `nb` and `nn` use the texts of `no` (rostering.gap.analyze-language). */
export const warningLanguages: ReadonlyMap<string, WarningTexts> = new Map<string, WarningTexts>([
  ['en', texts.en],
  ['fi', texts.fi],
  ['no', texts.no],
  ['nb', texts.no],
  ['nn', texts.no],
  ['sv', texts.sv],
  ['da', texts.da],
  ['de', texts.de],
]);

/** Finds the warnings of analyze: one documented dummy, or real ones if `configuration.analyzeInput` is true. */
export function findAnalyzeWarnings(
  instance: RosteringInstance,
  texts: WarningTexts = englishWarnings,
): AnalyzeWarning[] {
  if (!instance.job.configuration.analyzeInput) return [{ message: texts.noAvailability, entities: dummy }];
  const { infeasibilities, warnings } = checkFeasibility(instance);
  return [
    ...employeesWithoutWork(instance, texts),
    ...[...infeasibilities, ...warnings].flatMap(({ title, violations }) =>
      violations.slice(0, 100).map((violation) => fromViolation(title, violation, texts)),
    ),
  ];
}

const dummy: AnalyzeWarning['entities'] = [
  { property: 'employeeId', value: 'E1' },
  { property: 'date', value: '2026-01-01' },
];

/** Finds employees who cannot work any shift on a demanded day. */
function employeesWithoutWork(
  { allowed, days, job, locked, shifts }: RosteringInstance,
  { noAvailability }: WarningTexts,
): AnalyzeWarning[] {
  return job.employees.flatMap(({ id, readOnly }, employee) => {
    if (readOnly) return [];
    const warnings: AnalyzeWarning[] = [];
    for (let day = 0; day < days; day += 1) {
      const at = employee * days + day;
      const wanted = job.demands.some((demand) => demand.day === day && demand.max > 0);
      if (!wanted || (locked[at] ?? -1) >= 0 || allowed.subarray(at * shifts, (at + 1) * shifts).includes(1)) continue;
      const { date } = toHorizonDate(job, day);
      const when =
        date === undefined ? { property: 'dayIndex', value: String(day) } : { property: 'date', value: date };
      warnings.push({ message: noAvailability, entities: [{ property: 'employeeId', value: id }, when] });
    }
    return warnings;
  });
}

/** Converts a violation to a template: what the check found, followed by each field of the violation. */
function fromViolation(title: CheckTitle, violation: FeasibilityViolation, texts: WarningTexts): AnalyzeWarning {
  const fields = Object.entries(violation).filter(([, value]) => value !== undefined);
  const names: Readonly<Record<string, string>> = texts.properties;
  const entities = fields.map(([property, value]) => ({ property, value: textOf(value) }));
  const places = entities.map(({ property }, index) => `${names[property] ?? property} {${index}}`).join(', ');
  return { message: `${texts.checks[title]}: ${places}`, entities };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ');
  return String(value);
}
