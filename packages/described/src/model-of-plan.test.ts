import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContract, writeYaml } from '@understudy/contract';
import { inferPlan, loadOpenApi } from '@understudy/inference';
import { type ApiPlan, loadModel, type OperationPlan, readModel } from '@understudy/model';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('./testing/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && !name.endsWith('-model.yaml'));

async function contractOf(file: string) {
  const { document } = await loadOpenApi(join(folder, file));
  return createContract(file, document);
}

/** What a plan says, without the parts of the description. */
function toPlain({ operations, resources, model }: ApiPlan) {
  const plain = ({ operation, node, responses, resource, through, why, effects, ...each }: OperationPlan) => ({
    ...each,
    effects: { ...effects, set: undefined },
    resource: resource?.name,
    through: through.map((step) => [step.resource.name, step.sources]),
  });
  return {
    operations: Object.fromEntries([...operations].map(([id, each]) => [id, plain(each)])),
    resources: [...resources.values()].map(({ writable, ...each }) => ({ ...each, writable: [...writable.keys()] })),
    ...{ seeds: model.seeds, webhooks: model.webhooks },
    stamps: Object.entries(model.resources ?? {}).map(([name, { stamps }]) => [name, stamps]),
    sets: Object.entries(model.operations ?? {}).map(([id, { set, flags }]) => [id, set, flags]),
  };
}

describe('the model of a description', () => {
  it.each(files)('of %s, printed and loaded again, gives the same plan without inference', async (file) => {
    const plan = inferPlan(await contractOf(file));
    const place = await mkdtemp(join(tmpdir(), 'understudy-model-'));
    try {
      const path = join(place, 'model.yaml');
      await writeFile(path, await writeYaml({ ...plan.model, inferred: false }));
      const pin = await loadModel(path);
      expect(pin).toEqual({ ...plan.model, inferred: false });
      expect(toPlain(inferPlan(await contractOf(file), pin))).toEqual(toPlain(plan));
    } finally {
      await rm(place, { recursive: true });
    }
  });

  it.each(files)('of %s, in its readable form, gives the same plan', async (file) => {
    const plan = inferPlan(await contractOf(file));
    const changes = readModel(plan.writeReadableModel());
    expect(toPlain(inferPlan(await contractOf(file), changes))).toEqual(toPlain(plan));
  });

  it('omits what follows from the description and includes everything else', async () => {
    const { operations } = inferPlan(await contractOf('shop.yaml')).writeReadableModel();
    expect(operations).toMatchObject({ putProduct: { replace: 'products' }, quote: { answer: 'described' } });
    expect(operations?.['getProduct']).toEqual({ read: 'products' });
  });
});
