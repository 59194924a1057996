/** How a figure is compared with its bar: `within` a pair, `shown` without one. A unit may follow the sign, such as `<= ms`. */
export type Relation = Sign | `${Sign} ${string}`;

type Sign = '<=' | '>=' | '<' | '>' | '==' | 'within' | 'shown';

type Bar = number | readonly [least: number, most: number] | undefined;

/** Notes one figure. */
export type Report = (what: string, measured: number, relation: Relation, bar?: Bar, detail?: string) => void;

/** The figures of a benchmark against their bars. */
export class BarTable {
  readonly #rows: string[][] = [];
  #missed = 0;

  readonly report: Report = (what, measured, relation, bar, detail = '') => {
    const [sign = '', unit = ''] = relation.split(' ');
    const isReached = reaches(measured, sign, bar);
    if (!isReached) this.#missed += 1;
    const limit = bar === undefined || sign === 'shown' ? '' : limitOf(sign, bar, unit);
    const reached = sign === 'shown' ? '' : isReached ? 'yes' : 'NO';
    this.#rows.push([what, `${figure(measured)} ${unit}`.trim(), limit, reached, detail]);
  };

  /** Prints the table; the process ends with 1 when a bar was missed. */
  print(): void {
    const head = ['what', 'measured', 'bar', 'reached', 'detail'];
    const widths = head.map((_, column) => Math.max(8, ...this.#rows.map((row) => row[column]?.length ?? 0)));
    for (const row of [head, widths.map((width) => '-'.repeat(width)), ...this.#rows]) {
      console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
    }
    if (this.#missed === 0) return;
    console.error(`${this.#missed} bars were missed.`);
    process.exitCode = 1;
  }
}

function limitOf(sign: string, bar: NonNullable<Bar>, unit: string): string {
  return typeof bar === 'number' ? `${sign} ${figure(bar)} ${unit}`.trim() : `${bar[0]} to ${bar[1]}`;
}

function reaches(measured: number, sign: string, bar: Bar): boolean {
  if (sign === 'shown') return true;
  if (typeof bar === 'object') return sign === 'within' && measured >= bar[0] && measured <= bar[1];
  if (bar === undefined) return false;
  switch (sign) {
    case '<=':
      return measured <= bar;
    case '>=':
      return measured >= bar;
    case '<':
      return measured < bar;
    case '>':
      return measured > bar;
    default:
      return sign === '==' && measured === bar;
  }
}

function figure(value: number): string {
  return String(Number(value.toFixed(3)));
}
