import { deletionJobKind, descriptionsJobKind, uploadJobKind } from '@understudy/simulator-analysis';
import { timeService } from './time-service.js';

/** The jobs that keep the datasets. */
export const dataJobs = {
  upload: uploadJobKind(timeService),
  descriptions: descriptionsJobKind(timeService),
  deletion: deletionJobKind(timeService),
};
