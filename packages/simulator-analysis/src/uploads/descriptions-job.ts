import { compact } from '@understudy/contract';
import type { UploadedBody } from '../compute/check-upload.js';
import type { DescriptionsResult } from '../compute/keep-descriptions.js';
import { collections } from '../entities.js';
import { type AnalysisJob, analysisJobKind } from '../jobs/analysis-job.js';
import type { AnalysisService } from '../service.js';
import type { UploadJobInput } from './upload-data.js';

/** The job of a descriptions upload: stores what each dataset is, and leaves its records as they are. */
export function descriptionsJobKind(service: AnalysisService) {
  const job: AnalysisJob<UploadJobInput, UploadedBody, DescriptionsResult> = {
    name: 'descriptions',
    load: async ({ input: { text, fault } }) => compact({ text, fault }),
    async store(_job, { descriptions }, scope) {
      const collection = scope.collection(collections.descriptions);
      for (const description of descriptions) await collection.put(description.datasetId, description);
    },
    slim: ({ text: _text, ...rest }) => rest,
  };
  return analysisJobKind(service, job);
}
