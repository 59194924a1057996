import { parseJson, stringifyJson } from '@understudy/contract';
import { type ProofPlan, proofLevels } from './plan-proofs.js';

/** Formats a plan as tables: the provable claims of each API by level, and the reasons for the others. */
export function formatProofPlan({ apis, claims }: ProofPlan): string {
  const counts = Object.entries(apis).map(([api, { testable, provable }]) => [
    api,
    String(testable),
    ...proofLevels.map((level) => `${provable[level]} (${Math.floor((provable[level] / testable) * 100)} %)`),
  ]);
  const reasons = new Map<string, string[]>();
  for (const { id, api, reason } of claims) {
    const key = reason === undefined ? undefined : stringifyJson([api, reason]);
    if (key !== undefined) reasons.set(key, [...(reasons.get(key) ?? []), id]);
  }
  const others = [...reasons].map(([key, ids]): string[] => {
    const [api = '', reason = '']: string[] = parseJson(key);
    return [api, String(ids.length), reason, ids.join(' ')];
  });
  return [
    ...alignColumns([['API', 'testable claims', ...proofLevels], ...counts]),
    '',
    ...(others.length === 0 ? [] : alignColumns([['API', 'claims', 'not provable, because', 'ids'], ...others])),
  ].join('\n');
}

function alignColumns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
