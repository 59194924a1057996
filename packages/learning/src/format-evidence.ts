import { describeResponse } from '@understudy/described';
import { countValues } from './count-values.js';
import type { LearnedOperation } from './describe-recording.js';
import type { ReplayAgreement, ReplayedExchange } from './replay.js';

/** A statement about an API, with the number of exchanges that support it. */
export interface LearnedStatement {
  readonly operation: string;
  readonly says: string;
  readonly seen: number;
  readonly contradicted: number;
}

export function listStatements(learnt: readonly LearnedOperation[]): LearnedStatement[] {
  return learnt.flatMap(({ responses: { cases, lists }, behaviors, observed }) => {
    const operation = observed.operation.id;
    return [
      ...behaviors.map(({ says, seen, contradicted }) => ({ operation, says, seen, contradicted })),
      ...cases.map((each) => ({ operation, ...describeResponse(each) })),
      ...[...lists].map(([list, support]) => ({ operation, says: `lists ${list}`, ...support })),
    ];
  });
}

/** Counts the differing responses of a replay by the statement that caused them, the most frequent first. */
export function listCosts(
  replayed: readonly ReplayedExchange[],
  learnt: readonly LearnedOperation[],
): { readonly statement: string; readonly count: number }[] {
  const byId = new Map(learnt.map((each) => [each.observed.operation.id, each]));
  const named = replayed.flatMap(({ operation, cause, status, isSameStatus }) => {
    if (cause === undefined) return [];
    const { behaviors = [], responses } = byId.get(operation) ?? {};
    const ofStatus = responses?.cases.find((each) => each.status === status || (each.pass === true && status < 300));
    const [member = ''] = isSameStatus ? (/(?<!\w)\w+(?=(?: \w+)?$)/.exec(cause.split(/[,;]/)[0] ?? '') ?? []) : [];
    const about = behaviors.find(({ says }) => member !== '' && new RegExp(`\\b${member}\\b`).test(says));
    const says =
      about?.says ?? (ofStatus === undefined ? 'as inferred from its description' : describeResponse(ofStatus).says);
    return [`${operation}: ${says}`];
  });
  return countValues(named).map(([statement, count]) => ({ statement, count }));
}

/** Formats an agreement as one line. */
export function formatAgreement({ exchanges, status, shape, relations, values }: ReplayAgreement): string {
  const share = (held: number, all: number) => (all === 0 ? 'none' : `${((100 * held) / all).toFixed(1)} %`);
  return [
    `${exchanges} responses`,
    `status ${share(status, exchanges)}`,
    `shape ${share(shape, exchanges)}`,
    `relations ${share(relations.held, relations.all)}`,
    `values ${share(values.held, values.all)}`,
  ].join(', ');
}

/** Formats the evidence as a Markdown page. */
export function formatEvidence(
  statements: readonly LearnedStatement[],
  agreements: Readonly<Record<string, ReplayAgreement>>,
  notes: readonly string[],
): string {
  const cell = (text: string) =>
    text
      .replaceAll('|', '\\|')
      .replace(/[\r\n]+/g, ' ')
      .slice(0, 400);
  const contradicted = statements.filter((each) => each.contradicted > 0);
  return [
    '# Evidence',
    ...notes.map((note) => `\n${note}`),
    '\n## Agreement of the replay\n',
    ...Object.entries(agreements).map(([name, agreement]) => `- ${name}: ${formatAgreement(agreement)}`),
    ...Object.entries(agreements).flatMap(([name, { causes }]) =>
      causes.length === 0
        ? []
        : [
            `\n### Disagreements: ${name}\n`,
            ...causes.slice(0, 100).map(({ cause, count }) => `- ${count} × ${cell(cause)}`),
          ],
    ),
    `\n## Contradictions\n\n${contradicted.length === 0 ? 'None.' : `${contradicted.length} statements have exchanges that contradict them; the table counts them.`}`,
    '\n## Statements\n',
    '| operation | statement | seen | contradicted |\n| --- | --- | --- | --- |',
    ...statements.map((each) => `| ${each.operation} | ${cell(each.says)} | ${each.seen} | ${each.contradicted} |`),
    '',
  ].join('\n');
}
