import type { Setting } from '@understudy/kernel';
import { defaultPageSize, smallestPageSize } from './policies.js';

/** Settings that every analysis service has. */
export const analysisSettings = {
  pageSize: {
    value: defaultPageSize,
    check: (value) =>
      Number.isInteger(value) && Number(value) >= smallestPageSize
        ? undefined
        : `an integer of at least ${smallestPageSize}: datasets on a page of results`,
  },
} satisfies Record<string, Setting>;
