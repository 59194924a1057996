import type { Simulators } from '@understudy/server';
import {
  AnalysisApiDriver,
  type ApiOptions,
  createAnalysisDrivers,
  type SeenResponse,
} from '@understudy/simulator-analysis/testing';
import { identitySimulator } from '@understudy/simulator-identity';
import { payrollSimulator } from '../payroll-simulator.js';

export { type SeenResponse, testOrigin, testStartInstant } from '@understudy/simulator-analysis/testing';

const service = {
  simulator: payrollSimulator,
  identity: identitySimulator,
  prefix: '/pd',
  scope: 'understudy-stage:pd',
};

export class PayrollDriver extends AnalysisApiDriver {
  constructor(options?: ApiOptions, tenantId?: string, simulators?: Simulators) {
    super(service, options, tenantId, simulators);
  }

  /** Returns the same API with the same token for another tenant. */
  of(tenantId: string): PayrollDriver {
    return new PayrollDriver({}, tenantId, this.simulators).withTokenOf(this);
  }

  /** Trains datasets. @returns the job's status body */
  train(...datasetIds: readonly string[]): Promise<SeenResponse['body']> {
    return this.run('POST /pd/start_trainer', { datasetIds });
  }

  /** Predicts payslips of dataset `d1`. @returns the dataset's result and the job's id */
  async predict(payslips: readonly object[], more: object = {}): Promise<SeenResponse['body']> {
    const { jobId } = await this.run('POST /pd/create_prediction', { datasets: [{ id: 'd1', payslips }], ...more });
    const answer = (await this.send('GET /pd/results', { jobId })).body;
    return { jobId, ...answer.datasetResults?.[0] };
  }

  /** Predicts payslips of dataset `d1` in real time. @returns the dataset's result */
  async score(...payslips: readonly object[]): Promise<SeenResponse['body']> {
    const body = { datasets: [{ id: 'd1', payslips }] };
    return (await this.send('POST /pd/real_time_prediction', { body })).body.datasetResults[0];
  }
}

export const createPayrollDrivers = () => createAnalysisDrivers(PayrollDriver);
