import type { Simulators } from '@understudy/server';
import {
  AnalysisApiDriver,
  type ApiOptions,
  createAnalysisDrivers,
  type SeenResponse,
} from '@understudy/simulator-analysis/testing';
import { identitySimulator } from '@understudy/simulator-identity';
import { timeSimulator } from '../time-simulator.js';

export { type SeenResponse, testOrigin, testStartInstant } from '@understudy/simulator-analysis/testing';

const service = { simulator: timeSimulator, identity: identitySimulator, prefix: '/td', scope: 'understudy-stage:td' };

export class TimeDriver extends AnalysisApiDriver {
  constructor(options?: ApiOptions, tenantId?: string, simulators?: Simulators) {
    super(service, options, tenantId, simulators);
  }

  /** Returns the same API with the same token for another tenant. */
  of(tenantId: string): TimeDriver {
    return new TimeDriver({}, tenantId, this.simulators).withTokenOf(this);
  }

  /** Trains datasets. @returns the job's status body */
  train(datasetIds: readonly string[], rebuildModels?: boolean): Promise<SeenResponse['body']> {
    const given = rebuildModels === undefined ? {} : { rebuildModels };
    return this.run('POST /td/start_trainer', { parameters: datasetIds.map((datasetId) => ({ datasetId, ...given })) });
  }

  /** Predicts for dataset `d1`. @returns the dataset's result and the job's id */
  async predict(request: object): Promise<SeenResponse['body']> {
    const body = { parameters: [{ datasetId: 'd1', ...request }] };
    const { jobId } = await this.run('POST /td/create_prediction', body);
    const answer = (await this.send('GET /td/results', { jobId })).body;
    return { jobId, ...answer.results?.[0] };
  }

  /** Predicts one registration of dataset `d1` in real time. */
  async score(registration: object): Promise<SeenResponse['body']> {
    const body = { parameters: [{ datasetId: 'd1', registrations: [registration] }] };
    return (await this.send('POST /td/real_time_prediction', { body })).body.results[0].predictions[0];
  }
}

export const createTimeDrivers = () => createAnalysisDrivers(TimeDriver);
