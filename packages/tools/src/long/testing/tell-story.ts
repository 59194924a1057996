import { authorize, trainForOrders } from '../../clients/inventory-client.ts';
import type { Visitor } from './visitor.ts';

/** Creates the history of a sandbox before a task: trainings, a rejection, a missing token, a webhook with retries. */
export async function tellStory(visitor: Visitor): Promise<void> {
  const { url } = visitor;
  const headers = await authorize(url, 'demo');
  const train = (datasetId: unknown) => trainForOrders(url, headers, { datasetId, frequency: 'D', horizon: 7 });
  await visitor.send('PATCH settings', { webhooks: { attempts: 3 } });
  await visitor.send('PUT inbox/orders/answers', { answers: [{ status: 503, times: 9 }] });
  await fetch(`${url}/io/data`, { headers });
  await fetch(`${url}/io/data`, { headers: { tenantId: 'demo' } });
  await train('cold-brew');
  await train(5);
  await visitor.send('POST clock/advance', { by: 'PT6S' });
  await visitor.send('POST clock/advance', { by: 'PT30M' });
  await train('oat-drink');
}
