import { useNotesApi } from '@understudy/server/testing';
import { expect, it } from 'vitest';
import { findSimilarCalls } from './match-operation.js';

const start = useNotesApi();
const near = (path: string) => findSimilarCalls(start().simulators.server, path);

it.each([
  ['/_sim/journals', ['GET /_sim/journal']],
  ['/_sim/jounral', ['GET /_sim/journal']],
  ['/_sim/Faults', ['GET /_sim/faults', 'PUT /_sim/faults', 'POST /_sim/faults', 'DELETE /_sim/faults']],
  ['/_sim/jobs/7/compelte', ['POST /_sim/jobs/{jobId}/complete']],
  ['/journal', ['GET /_sim/journal']],
  ['/_sim/journal&last=5', ['GET /_sim/journal']],
])('findSimilarCalls for %s returns %j', (path, calls) => expect(near(path)).toEqual(calls));

it.each(['/_sim/receivers', '/io/openapi.json', '/_sim/x', '/', `/${'a'.repeat(5000)}`, '/v1/lookup/receivers'])(
  'findSimilarCalls for %s returns no calls',
  (path) => expect(near(path)).toEqual([]),
);
