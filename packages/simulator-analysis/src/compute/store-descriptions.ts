import { isObject } from '@understudy/contract';
import type { StoredDescription } from '../entities.js';
import type { AnalysisWorkResult } from '../jobs/analysis-job.js';
import type { DatasetShape } from '../service.js';
import { checkUpload, type UploadedBody, type UploadValidators } from './check-upload.js';
import { summarizeFindings } from './summarize-findings.js';

export interface DescriptionsResult extends AnalysisWorkResult {
  readonly descriptions: readonly StoredDescription[];
}

/**
 * Reads dataset descriptions. Checks the ids, and drops members that are not strings (analysis.gap.descriptions-body).
 */
export function storeDescriptions(
  work: UploadedBody,
  { idKey }: Pick<DatasetShape, 'idKey'>,
  validators: UploadValidators,
): DescriptionsResult {
  const { fault, outcomes, items } = checkUpload(work, { idKey }, validators, (item) => {
    const findings = validators.dataset(item);
    return findings.length === 0 ? undefined : summarizeFindings(findings);
  });
  const descriptions = [...items].map(([datasetId, item]) => ({
    datasetId,
    ...textOf(item, 'customerId'),
    ...textOf(item, 'description'),
  }));
  return { ...(fault === undefined ? {} : { fault }), datasets: outcomes, descriptions };
}

function textOf<Key extends string>(item: unknown, key: Key): { readonly [key in Key]?: string } {
  const value = isObject(item) ? item[key] : undefined;
  return typeof value === 'string' ? ({ [key]: value } as { [key in Key]: string }) : {};
}
