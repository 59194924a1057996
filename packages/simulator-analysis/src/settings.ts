import { defineSetting } from '@understudy/kernel';
import { defaultPageSize, minPageSize } from './policies.js';

/** The number of datasets on a page of results. Every analysis service has this setting. */
export const pageSizeSetting = defineSetting('pageSize', {
  value: defaultPageSize,
  allowed: `an integer of at least ${minPageSize}: datasets on a page of results`,
  accepts: (value): value is number => Number.isInteger(value) && Number(value) >= minPageSize,
});

export type AnalysisSettings = { readonly pageSize: typeof pageSizeSetting };
