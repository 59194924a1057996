import type { Refusal } from '@understudy/kernel';
import { analysisRefusals } from './errors.js';
import type { AnalysisService } from './service.js';

/**
 * Checks that the scope of a token has the suffix of this API: `<prefix>-<env>:<suffix>` (analysis.auth.scope-shape).
 */
export function checkScope(
  { scopeSuffix }: Pick<AnalysisService, 'scopeSuffix'>,
  scopes: readonly string[],
): Refusal | undefined {
  if (scopes.some((scope) => scope.endsWith(`:${scopeSuffix}`))) return undefined;
  return analysisRefusals.forbidden(
    `The access token is for scope ${scopes.join(' ')}; this API needs one that ends in ":${scopeSuffix}"`,
  );
}
