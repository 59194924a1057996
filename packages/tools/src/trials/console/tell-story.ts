import type { Visitor } from './visitor.ts';

/** What happened in a sandbox before a task starts: trainings, a rejection, a missing token, a webhook with retries. */
export async function tellStory(visitor: Visitor): Promise<void> {
  const { url } = visitor;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'understudy-stage:io',
  });
  const answer = await fetch(`${url}/connect/token`, { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, tenantId: 'demo', 'content-type': 'application/json' };
  await visitor.send('PATCH settings', { webhooks: { attempts: 3 } });
  await visitor.send('PUT inbox/orders/answers', { answers: [{ status: 503, times: 9 }] });
  const train = (datasetId: unknown) =>
    fetch(`${url}/io/start_trainer`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        parametersArray: [{ datasetId, frequency: 'D', horizon: 7 }],
        webhook: { webhookUrl: `${url}/_sim/inbox/orders` },
      }),
    });
  await fetch(`${url}/io/data`, { headers });
  await fetch(`${url}/io/data`, { headers: { tenantId: 'demo' } });
  await train('cold-brew');
  await train(5);
  await visitor.send('POST clock/advance', { by: 'PT6S' });
  await visitor.send('POST clock/advance', { by: 'PT30M' });
  await train('oat-drink');
}
