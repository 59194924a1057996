import type { Simulators } from '@understudy/server';
import { AnalysisApiDriver, type ApiOptions, testStartInstant } from '@understudy/simulator-analysis/testing';
import { identitySimulator } from '@understudy/simulator-identity';
import { inventorySimulator } from '../inventory-simulator.js';

export { type ApiOptions, testOrigin, testStartInstant } from '@understudy/simulator-analysis/testing';

const service = {
  simulator: inventorySimulator,
  identity: identitySimulator,
  prefix: '/io',
  scope: 'understudy-stage:io',
};

export class InventoryDriver extends AnalysisApiDriver {
  constructor(options: ApiOptions = {}, simulators?: Simulators, base?: string) {
    super(service, options, 't1', simulators, base);
  }

  /** Creates a sandbox. @returns a driver that calls the same server with the sandbox's prefix */
  async createSandbox(name: string): Promise<InventoryDriver> {
    await this.control('POST /_sim/sandboxes', { name, clock: 'manual', at: testStartInstant });
    const sandbox = new InventoryDriver({}, this.simulators, `${this.base}/~${name}`);
    await sandbox.logIn();
    return sandbox;
  }

  /** Uploads a body. @returns the job's id */
  override async upload(body: unknown, { type = 'raw_data', tenantId = this.tenantId } = {}): Promise<string> {
    const { url, jobId } = await this.presign(type, tenantId);
    await this.put(url, body);
    return jobId;
  }

  /** Returns the stored values of every tenant in a collection, by key. */
  override stored(collection: string): Promise<Record<string, unknown>> {
    return this.storedIn(collection, 'inventory');
  }
}
