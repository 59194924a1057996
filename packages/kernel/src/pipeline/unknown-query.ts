import { didYouMean, type Finding, type Operation } from '@understudy/contract';

/** Query parameters that an operation of the control plane does not have: a slip must not be taken for a wish. */
export function findUnknownQuery({ parameters, operationId }: Operation, query: URLSearchParams): Finding[] {
  const known = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  return [...new Set(query.keys())]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const pointer = `/query/${name}`;
      const allowed = known.length === 0 ? 'takes none' : `takes ${known.join(', ')}`;
      const message = `${pointer} is not a parameter of ${operationId}, which ${allowed}.${didYouMean(name, known)}`;
      return { ruleId: 'request/unknown-query', severity: 'error', message, pointer };
    });
}
