import { deletionJobKind, descriptionsJobKind, uploadJobKind } from '@understudy/simulator-analysis';
import { payrollService } from './payroll-service.js';

/** The jobs that keep the datasets. */
export const dataJobs = {
  upload: uploadJobKind(payrollService),
  descriptions: descriptionsJobKind(payrollService),
  deletion: deletionJobKind(payrollService),
};
