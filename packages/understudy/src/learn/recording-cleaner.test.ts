import { PlantedSecrets } from '@understudy/contract/testing';
import { expect, it } from 'vitest';
import { RecordingCleaner } from './recording-cleaner.js';

const cleanRecording = (entries: Parameters<RecordingCleaner['clean']>[0]) => new RecordingCleaner().clean(entries);

it('removes hundreds of secrets in every encoding', () => {
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
  expect(requests.length).toBeGreaterThan(600);
  expect(planted.leaks(told)).toEqual([]);
});

it('replaces each of many signed tokens with a different one', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const entries = Array.from({ length: 40 }, (_none, index) => ({
    ...{ index, method: 'POST', url: 'https://a.test/token', status: 200, requestHeaders: {} },
    responseHeaders: { 'content-type': 'application/json' },
    responseBody: Buffer.from(
      JSON.stringify({ access_token: `${part({ alg: 'none' })}.${part({ sub: index })}.${'x'.repeat(43)}` }),
    ),
  }));
  const cleaned = cleanRecording(entries).map(({ responseBody = [] }) => Buffer.from(responseBody).toString('utf8'));
  expect(cleaned.filter((text) => !/"redacted-\d+\.jwt\.[\w-]+"/.test(text))).toEqual([]);
});
