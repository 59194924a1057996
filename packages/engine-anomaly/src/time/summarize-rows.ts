import { computeMedian, summarize } from '../core/robust-summary.js';
import { round } from '../core/round.js';
import { assignRowGroups, countNumber, type RowGroups } from './count-number.js';
import { countTexts } from './count-texts.js';
import { createCategoricalFields, createNumericFields } from './fields.js';
import type { RowModel } from './time-model.js';
import { clampNumber, type TimeRow } from './time-row.js';

/** Everything of a model but its calibration. An earlier model keeps its extra fields (`time.gap.rebuild-models`). */
export function summarizeRows(rows: readonly TimeRow[], earlier?: RowModel): RowModel {
  const numericals = earlier?.numericals ?? findNumericals(rows);
  const categoricals = earlier?.categoricals ?? findCategoricals(rows);
  const employees = findEmployees(rows, earlier);
  const homes = new Map(employees.map(([employee, , department]) => [employee, department]));
  const departmentOf = (row: TimeRow) => homes.get(row.employee) ?? row.department;
  const cache = new Map<string, RowGroups>();
  const numbers = createNumericFields(numericals).map((field) =>
    countNumber(
      field,
      rows,
      (level, context) => {
        const name =
          level === 'context' || level === 'departmentContext' || level === 'weekday' || level === 'shift'
            ? level + context
            : level;
        const known = cache.get(name) ?? assignRowGroups(rows, level, context, departmentOf);
        cache.set(name, known);
        return known;
      },
      earlier?.numbers.find(({ key }) => key === field.key),
    ),
  );
  const texts = createCategoricalFields(categoricals).map((field) =>
    countTexts(
      field,
      rows,
      departmentOf,
      earlier?.texts.find((known) => known.field === field.field),
    ),
  );
  return { numericals, categoricals, employees, numbers, texts, surprises: earlier?.surprises ?? [], calibrations: [] };
}

/** Names of numericals with a least standard deviation: a hundredth of the usual amount or a tenth of the usual deviation. */
function findNumericals(rows: readonly TimeRow[]): RowModel['numericals'] {
  const values = new Map<string, number[]>();
  for (const { numericals } of rows) {
    for (const { name, value } of numericals) {
      const known = values.get(name);
      if (known === undefined) values.set(name, [clampNumber(value)]);
      else known.push(clampNumber(value));
    }
  }
  return [...values].map(([name, all]) => {
    const { modes } = summarize(Float64Array.from(all), { floor: Number.POSITIVE_INFINITY });
    const sizes = all.map(Math.abs).filter((size) => size > 0);
    const size = computeMedian(sizes.sort((a, b) => a - b));
    const floor = Math.max(1e-6, 0.01 * size, 0.15 * (modes[0]?.mad ?? 0));
    return { name, floor: round(floor, 9) };
  });
}

function findCategoricals(rows: readonly TimeRow[]): string[] {
  return [...new Set(rows.flatMap(({ categoricals }) => categoricals.map(({ name }) => name)))];
}

function findEmployees(rows: readonly TimeRow[], earlier: RowModel | undefined): RowModel['employees'] {
  const found = new Map<string, { rows: number; departments: Map<string, number> }>();
  for (const [employee, count, department] of earlier?.employees ?? []) {
    found.set(employee, { rows: count, departments: new Map(department === '' ? [] : [[department, count]]) });
  }
  for (const { employee, department } of rows) {
    const known = found.get(employee) ?? { rows: 0, departments: new Map() };
    found.set(employee, known);
    known.rows += 1;
    if (department !== '') known.departments.set(department, (known.departments.get(department) ?? 0) + 1);
  }
  return [...found].map(([employee, { rows: count, departments }]) => {
    let home = '';
    for (const [department, times] of departments) if (times > (departments.get(home) ?? 0)) home = department;
    return [employee, count, home];
  });
}
