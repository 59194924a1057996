import { deletionJobKind, uploadJobKind } from '@understudy/simulator-analysis';
import { inventoryService } from './inventory-service.js';

/** The jobs that keep the datasets. */
export const dataJobs = { upload: uploadJobKind(inventoryService), deletion: deletionJobKind(inventoryService) };
