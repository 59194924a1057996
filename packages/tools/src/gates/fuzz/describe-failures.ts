import type { Operation } from '@understudy/contract';
import type { ReceivedResponse } from '@understudy/fuzzing';

export interface Failure {
  readonly operation: Operation;
  readonly request: { readonly what: string; readonly headers?: Readonly<Record<string, string>> };
  readonly answer: ReceivedResponse | undefined;
  readonly wrong: readonly string[];
}

/** Each kind of failure once for each operation, with the first request that shows it. */
export function describeFailures(failures: readonly Failure[]): string {
  const kinds = new Map<string, Failure[]>();
  for (const failure of failures) {
    const kind = `${failure.operation.api} ${failure.operation.operationId} ${failure.wrong[0]?.replaceAll(/["'`].*?["'`]|\d+/g, '*')}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), failure]);
  }
  return [...kinds.values()].map(describeKind).join('\n\n');
}

function describeKind(failures: readonly Failure[]): string {
  const [failure] = failures;
  if (failure === undefined) return '';
  const { operation, request, answer, wrong } = failure;
  const body = answer?.sentBody === undefined ? '' : `\n    ${new TextDecoder().decode(answer.sentBody).slice(0, 600)}`;
  const head = `${operation.method} ${answer?.address ?? operation.path} ${JSON.stringify(request.headers ?? {}).slice(0, 300)}${body}`;
  const others = failures.length === 1 ? '' : ` (and ${failures.length - 1} more like it)`;
  const answered =
    answer === undefined ? '' : `\n  answered ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 600)}`;
  return `${operation.api} ${operation.operationId}, ${request.what}: ${wrong.join('; ')}${others}\n  ${head}${answered}`;
}
