import type { FuzzApi } from '@understudy/kernel/fuzz';
import type { AnalysisFuzz } from '@understudy/simulator-analysis/fuzz';

/** An API with what generated requests to it need. */
export interface Service extends FuzzApi {
  readonly name: string;
  /** Of its paths. */
  readonly prefix: string | undefined;
  /** Scope of its tokens, if the identity provider issues them. */
  readonly scope: string | undefined;
}

export type AnalysisService = Service & AnalysisFuzz;

export function isAnalysis(service: Service): service is AnalysisService {
  return 'datasetOf' in service;
}
