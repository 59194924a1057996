import { isMadeList } from '../cases/made-list.js';
import { repeatMarker } from '../cases/template.js';
import type { LearnedOperation } from './describe-recording.js';
import type { ReplayAgreement } from './replay.js';

/** A statement about an API, with its support in a recording. */
export interface LearnedStatement {
  readonly operation: string;
  readonly says: string;
  readonly seen: number;
  readonly contradicted: number;
}

export function listStatements(learnt: readonly LearnedOperation[]): LearnedStatement[] {
  return learnt.flatMap(({ cases, behaviors, observed: { operation } }) => [
    ...behaviors.map(({ says, seen, contradicted }) => ({ operation: operation.id, says, seen, contradicted })),
    ...cases.flatMap(({ when, status, body, seen = 0, contradicted = 0 }) => [
      {
        operation: operation.id,
        says: `${when.length === 0 ? 'otherwise' : `if ${when.join(' and ')}`}: ${status ?? 'as inferred from its description'}`,
        seen,
        contradicted,
      },
      ...listsIn(body).map((list) => ({ operation: operation.id, ...list })),
    ]),
  ]);
}

/** Describes what the lists of a template show, in which order and in which pages. */
function listsIn(template: unknown): Pick<LearnedStatement, 'says' | 'seen' | 'contradicted'>[] {
  if (typeof template !== 'object' || template === null) return [];
  const {
    [repeatMarker]: list,
    seen,
    contradicted,
  }: { [repeatMarker]?: unknown; seen?: unknown; contradicted?: unknown } = template;
  if (!isMadeList(list)) return Object.values(template).flatMap(listsIn);
  const { made, own, mine, where = {}, without = [], newestFirst, by, sort, size, page, offset, pageSize } = list;
  const parts = [
    `lists ${made.join(', ')}`,
    by === undefined ? (newestFirst === true ? 'newest first' : 'oldest first') : `by ${by}`,
    sort === undefined ? undefined : `sorted by ${sort}`,
    own === true ? 'only those of the caller' : undefined,
    mine === undefined ? undefined : `only those whose ${mine} is the caller`,
    ...Object.entries(where).map(([position, field]) => `only those whose ${field} is ${position}`),
    ...without.map((operation) => `none after ${operation}`),
    page === undefined && offset === undefined ? undefined : `pages by ${page ?? offset} of ${size ?? 'a fixed size'}`,
    pageSize === undefined ? undefined : `${pageSize} a page`,
  ];
  const says = parts.filter((part) => part !== undefined).join(', ');
  return [{ says, seen: Number(seen), contradicted: Number(contradicted) }];
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
