import { createErrorResult } from '@understudy/kernel';
import {
  applyOverlayActions,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  overrideContext,
  readDeviationTable,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { serveAsDemoClient, tokenDeviations } from '@understudy/simulator-identity/deviations';
import rows from './deviations/analysis-deviations.json' with { type: 'json' };
import type { DeviationFacts } from './deviations/analysis-parts.js';
import { createDataDeviations } from './deviations/create-data-deviations.js';
import { createJobDeviations } from './deviations/create-job-deviations.js';
import { analysisCollections } from './entities.js';
import type { AnalysisService } from './service.js';

/**
 * Deviations shared by the three analysis services.
 *
 * @example const deviations = { ...analysisDeviations(service, { resultsKey: 'results', ... }), ...own };
 */
export type { DeviationFacts } from './deviations/analysis-parts.js';
export { acceptDatasets, growByRepetition } from './deviations/analysis-parts.js';

export function createAnalysisDeviations(service: AnalysisService, facts: DeviationFacts): DeviationTable {
  const table: typeof rows = JSON.parse(
    JSON.stringify(rows)
      .replaceAll('{api}', service.name)
      .replaceAll('{prefix}', service.prefix)
      .replaceAll('{sibling}', facts.prefixOfSibling)
      .replaceAll('{starter}', facts.starter),
  );
  return {
    ...readDeviationTable(table, { collections: analysisCollections }),
    ...createJobDeviations(service, facts),
    ...createDataDeviations(service, facts),
    ...analysisAuth(service.prefix),
  };
}

/** Deviations of access, shared by the three analysis services. Most belong to the identity provider. */
function analysisAuth(prefix: string): DeviationTable {
  return createDeviationTable({
    'analysis.auth.bearer-everywhere': combineChanges(
      applyOverlayActions({ target: `$.paths['${prefix}/status'].get`, update: { security: [] } }),
      serveAsDemoClient('getJobStatus'),
    ),
    'analysis.auth.step5-header': combineChanges(
      applyOverlayActions({ target: `$.paths['${prefix}/data'].get`, update: { security: [] } }),
      wrapHandlers('listDatasets', async (next, input, context) => {
        const header = context.request.headers['authorization'];
        const query = new URL(context.request.url, 'http://localhost').searchParams;
        const token = header?.replace(/^bearer +/i, '') ?? query.get('access_token') ?? query.get('token');
        if (token === null)
          return createErrorResult(401, 'UNAUTHORIZED', 'There is no token', {
            headers: { 'WWW-Authenticate': 'Bearer' },
          });
        const caller = await context.tokens.verify(token);
        if ('fault' in caller) return createErrorResult(403, 'FORBIDDEN', caller.fault);
        const tenantId = String(input.headers['tenantId']);
        const scope = context.scopes.of({ clientId: caller.clientId, tenantId });
        return await next(input, overrideContext(context, { caller, scope }));
      }),
    ),
    ...tokenDeviations,
  });
}
