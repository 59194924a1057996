import { bars, type MutationReport, type Share, type TestedDeviation } from './mutation-report.js';

/**
 * Formats a report as a page with the shares of each API, missed deviations and claims without one. The page contains
 * no times.
 */
export function mutationMarkdown({ apis, survivors, noticedElsewhere, notTried, sample }: MutationReport): string {
  const rows = Object.entries(apis).map(([api, { policy, wire }]) => [api, textOf(policy), textOf(wire)]);
  const parts = [
    '# What the scenarios notice',
    'Written by `understudy mutate --markdown <file>`; not by hand.',
    ...(sample === undefined ? [] : [`A sample of ${sample.size} of ${sample.of}, drawn by "${sample.seed}".`]),
    table(['API', 'policy deviations', 'wire deviations'], rows),
    `At least ${percent(bars.policy)} of the policy deviations and ${percent(bars.wire)} of the wire deviations of every API are asked for.`,
    '## Not noticed',
    survivors.length === 0
      ? 'None.'
      : table(['answer', 'what is changed', 'why nobody notices'], survivorRows(survivors)),
    ...(noticedElsewhere.length === 0
      ? []
      : [
          '## Noticed, but by no workflow that lists the claim',
          noticedElsewhere.map((id) => `- \`${id}\``).join('\n'),
        ]),
    '## Claims without a deviation',
    notTried.length === 0
      ? 'None.'
      : table(
          ['claim', 'reason'],
          notTried.map(({ id, reason }) => [`\`${id}\``, reason]),
        ),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** One row per response and reason. */
function survivorRows(survivors: readonly TestedDeviation[]): string[][] {
  const rows = new Map<string, { where: string; changes: string[]; reason: string }>();
  for (const { id, sort, says, reason = 'not noticed' } of survivors) {
    const [operation = '', status = '', ...change] = sort === 'wire' ? id.split(' ') : [id, ''];
    const where = `${operation} ${status}`.trim();
    const row = rows.get(`${where} ${reason}`) ?? { where: `\`${where}\``, changes: [], reason };
    rows.set(`${where} ${reason}`, row);
    row.changes.push(change.length === 0 ? says : `\`${change.join(' ')}\``);
  }
  return [...rows.values()].map(({ where, changes, reason }) => [where, changes.join(', '), reason]);
}

function textOf({ caught, deviations, share }: Share): string {
  return deviations === 0 ? 'none' : `${caught} of ${deviations} (${percent(share)})`;
}

/** Rounded down, so only a complete share is 100 %. */
function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
