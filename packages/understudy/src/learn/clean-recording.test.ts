import { PlantedSecrets } from '@understudy/contract/testing';
import { expect, it } from 'vitest';
import { cleanRecording } from './clean-recording.js';

it('leaves none of 200 secrets in any notation', () => {
  const planted = new PlantedSecrets();
  const requests = planted.requests(10);
  const entries = requests.map(({ url, headers, body }, index) => ({
    ...{ index, method: 'POST', url: `https://a.test/things${url}`, status: 200, responseHeaders: {} },
    requestHeaders: { ...headers },
    ...(body === '' ? {} : { requestBody: Buffer.from(body) }),
  }));
  const told = cleanRecording(entries)
    .map(({ requestBody = [], ...rest }) => JSON.stringify(rest) + Buffer.from(requestBody).toString('utf8'))
    .join('\n');
  expect(requests).toHaveLength(200);
  expect(planted.leaks(told)).toEqual([]);
});
