import { describe, expect, it } from 'vitest';
import { createDataset, createSuccessStatus } from './testing/bodies.js';
import { useInventoryDriver } from './testing/use-inventory-driver.js';

const start = useInventoryDriver();

describe('unusual ids', () => {
  it.each(['__proto__', 'constructor', 'a/b c?d&e%', 'é—☃', 'x'.repeat(10_000)])(
    'are accepted for datasets: %s',
    async (id) => {
      const inventory = await start();
      const jobId = await inventory.upload({ datasets: [createDataset(id, 5, 9)] });
      expect((await inventory.status(jobId)).datasetsStatus).toEqual([createSuccessStatus(id)]);
      expect((await inventory.send('GET /io/data')).body).toEqual({ countOfDatasets: 1, datasetIds: [id] });
      const path = `/io/data/${encodeURIComponent(id)}`;
      expect((await inventory.send(`GET ${path}`)).body).toEqual({
        startDate: '2026-01-05',
        endDate: '2026-01-09',
        intervalGranularity: 'D',
        numberOfIntervalsWithRecords: 2,
        numberOfIntervalsWithoutRecords: 3,
        numberOfIntervalsTotal: 5,
      });
      const { status } = await inventory.run(`DELETE ${path}`, undefined);
      expect(status).toBe('success');
      expect((await inventory.send('GET /io/data')).body.datasetIds).toEqual([]);
    },
  );

  it('are accepted for tenants', async () => {
    const inventory = await start();
    for (const tenantId of ['__proto__', 'constructor', 'a/b', 'a%2Fb']) {
      await inventory.upload({ datasets: [createDataset(`of ${tenantId}`, 5)] }, { tenantId });
    }
    for (const tenantId of ['__proto__', 'constructor', 'a/b', 'a%2Fb']) {
      const { body } = await inventory.send('GET /io/data', { tenantId });
      expect(body).toEqual({ countOfDatasets: 1, datasetIds: [`of ${tenantId}`] });
    }
  });
});
