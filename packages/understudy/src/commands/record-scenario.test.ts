import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSimulators } from '../start-simulators.js';
import { requestDemoToken } from '../testing/demo-token.js';
import { refused, runCli } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith } = useResources();

const folder = await folderWith();
const simulators = await start({ port: 0 });

async function send(method: string, url: string, headers: Record<string, string>, body?: string): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  });
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** Acts as a client that uploads a dataset, waits for it and receives one error. */
async function upload(url: string): Promise<void> {
  const token = await requestDemoToken({ fetch, url }, 'td');
  const headers = { authorization: `Bearer ${token}`, tenantid: 'quay' };
  const presigned = Object(await send('GET', `${url}/td/presigned_url?type=raw_data`, headers));
  const data = {
    datasets: [
      {
        datasetId: 'harbour-cafe',
        customerId: 'c-1',
        registrations: [{ registrationId: 'r-1', date: '2026-01-05', employeeId: 'E-07' }],
      },
    ],
  };
  await send('PUT', presigned.url, {}, JSON.stringify(data));
  for (let status = 'inProgress', left = 9; status === 'inProgress' && left > 0; left -= 1) {
    ({ status } = Object(await send('GET', `${url}/td/status`, { ...headers, jobid: presigned.jobId })));
    if (status === 'inProgress')
      await send('POST', `${url}/_sim/clock/advance`, { 'content-type': 'application/json' }, '{"by":"PT30S"}');
  }
  await send('GET', `${url}/td/status`, { ...headers, authorization: 'Bearer nobody', jobid: presigned.jobId });
}

describe('understudy record-scenario', () => {
  it('makes a scenario of the journal that lints, passes elsewhere, and is the same when its own run is recorded', async () => {
    const { url } = await simulators.control.sandboxes.create('client', { clock: 'manual' });
    await upload(url);
    const file = join(folder, 'upload.arazzo.yaml');
    const made = await runCli('record-scenario', '--target', simulators.url, '--sandbox', 'client', '--out', file);
    expect(made).toMatchObject({ code: 0, err: '' });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('#   analysis.presign.operation: ');
    expect(text.slice(text.indexOf('    x-claims:'))).toMatchInlineSnapshot(`
      "    x-claims: []
          x-effects: create
          inputs:
            type: object
            properties:
              clientId: { type: string, default: demo-client }
              clientSecret: { type: string, default: demo-secret }
              tenantId: { type: string, default: quay }
          steps:
            - stepId: request-token
              operationId: $sourceDescriptions.identity.requestToken
              requestBody:
                contentType: application/x-www-form-urlencoded
                payload:
                  grant_type: client_credentials
                  client_id: $inputs.clientId
                  client_secret: $inputs.clientSecret
                  scope: understudy-stage:td
              successCriteria:
                - { condition: $statusCode == 200 }
                - { condition: $response.body#/token_type == 'Bearer' }
              outputs:
                accessToken: $response.body#/access_token
            - stepId: get-presigned-url
              operationId: $sourceDescriptions.time.getPresignedUrl
              parameters:
                - { in: query, name: type, value: raw_data }
                - { in: header, name: Authorization, value: "Bearer {$steps.request-token.outputs.accessToken}" }
                - { in: header, name: tenantId, value: $inputs.tenantId }
              successCriteria:
                - { condition: $statusCode == 200 }
              outputs:
                url: $response.body#/url
                jobId: $response.body#/jobId
            - stepId: upload-data
              x-operation:
                url: $steps.get-presigned-url.outputs.url
                method: put
              requestBody:
                payload: '{"datasets":[{"datasetId":"harbour-cafe","customerId":"c-1","registrations":[{"registrationId":"r-1","date":"2026-01-05","employeeId":"E-07"}]}]}'
              successCriteria:
                - { condition: $statusCode == 200 }
            - stepId: get-job-status
              operationId: $sourceDescriptions.time.getJobStatus
              parameters:
                - { in: header, name: Authorization, value: "Bearer {$steps.request-token.outputs.accessToken}" }
                - { in: header, name: tenantId, value: $inputs.tenantId }
                - { in: header, name: jobId, value: $steps.get-presigned-url.outputs.jobId }
              successCriteria:
                - { condition: $statusCode == 200 }
                - { condition: $response.body#/status == 'success' }
              onFailure:
                - name: askAgain
                  type: retry
                  retryAfter: 0.25
                  retryLimit: 40
            - stepId: get-job-status-2
              operationId: $sourceDescriptions.time.getJobStatus
              parameters:
                - { in: header, name: Authorization, value: Bearer of-nobody }
                - { in: header, name: tenantId, value: $inputs.tenantId }
                - { in: header, name: jobId, value: $steps.get-presigned-url.outputs.jobId }
              successCriteria:
                - { condition: $statusCode == 403 }
                - { condition: $response.body#/error == 'Forbidden' }
                - { condition: $response.body#/code == 'TOKEN_INVALID' }
              onFailure:
                - name: askAgain
                  type: retry
                  retryAfter: 0.25
                  retryLimit: 40
      "
    `);
    expect(await runCli('lint', file)).toMatchObject({ code: 0, out: 'No findings.\n' });
    const har = join(folder, 'har');
    const run = await runCli('run', file, '--report', `har=${har}`);
    expect(run.code, run.out).toBe(0);
    const again = await runCli('record-scenario', join(har, String((await readdir(har))[0])), '--workflow', 'upload');
    expect(again.out.replaceAll(/ url: .*/g, '')).toBe(text.replaceAll(/ url: .*/g, ''));
  }, 60_000);

  it('begins with the seed of the sandbox, whose data the calls need', { tags: 'slow' }, async () => {
    const { url } = await simulators.control.sandboxes.create('demo-day', { clock: 'manual', seed: 'demo' });
    const token = await requestDemoToken({ fetch, url });
    const headers = { authorization: `Bearer ${token}`, tenantid: 'demo', 'content-type': 'application/json' };
    await send('GET', `${url}/io/data/coffee-beans`, headers);
    const file = join(folder, 'demo-day.arazzo.yaml');
    const made = await runCli('record-scenario', '--target', url, '--out', file);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(await runCli('lint', file)).toMatchObject({ code: 0, out: 'No findings.\n' });
    const run = await runCli('run', file);
    expect(run.code, run.out).toBe(0);

    await simulators.control.sandboxes.create('own-data', { clock: 'manual', seed: 'empty' });
    const own = join(folder, 'own-data.json');
    await writeFile(own, '{"data":{"inventory":{}}}');
    await send('POST', `${simulators.url}/~own-data/_sim/seed`, headers, await readFile(own, 'utf8'));
    await send('GET', `${simulators.url}/~own-data/io/health_check`, {});
    const unsaid = await runCli('record-scenario', '--target', `${simulators.url}/~own-data`);
    expect(unsaid.err).toMatch(/note: .*data that the scenario does not send/);
  });

  it('keeps secrets of an archive out of the scenario, body files, and refuses what it does not hold', async () => {
    const har = join(folder, 'client.har');
    const authorization = 'Bearer eyJhbGciOi.of-somebody.12345678';
    const status = entry('GET', '/td/status', { authorization, tenantid: 'quay', jobid: 'job-77' }, 200, {
      status: 'success',
    });
    const training = entry(
      'POST',
      '/td/start_trainer',
      { authorization, tenantid: 'quay', 'content-type': 'application/json' },
      202,
      { jobId: 'job-78' },
    );
    const body = { postData: { mimeType: 'application/json', text: '{"parameters":[{"datasetId":"$inputs.a"}]}' } };
    await writeArchive(har, [status, { ...training, request: { ...training.request, ...body } }]);
    const { out, code } = await runCli('record-scenario', har);
    expect(code).toBe(0);
    expect(out).not.toContain('of-somebody');
    expect(out).toContain('stepId: token-time');
    expect(out).toContain('datasetId: { type: string, default: $inputs.a }');
    expect(out).toContain('datasetId: $inputs.datasetId');

    await writeArchive(har, [{ ...training, request: { ...training.request, bodySize: 4711 } }]);
    expect(await runCli('record-scenario', har)).toMatchObject({
      code: 2,
      err: 'error: The recording does not contain the complete body of entry 0, POST /td/start_trainer; pass the file that was sent with --file 0=<path>\n',
    });
    const given = await runCli('record-scenario', har, '--file', '0=./upload.json');
    expect(given.out).toContain("payload: $file('./upload.json')");
    await writeArchive(har, []);
    expect(await runCli('record-scenario', har)).toMatchObject(refused('No request in the recording'));
    expect((await runCli('record-scenario', har, '--out', 'x.yaml')).err).toContain('must end with .arazzo.yaml');
  }, 60_000);

  it("names the description of an API of one's own where it is, and lint misses one that is not there", async () => {
    const config = join(folder, 'shop.config.yaml');
    await writeFile(config, `apis: [${shopDescriptionPath}]\n`);
    const own = await startSimulators({
      apis: [shopDescriptionPath],
      port: 0,
      settings: { apis: { shop: { security: 'off' } } },
    });
    await send('POST', `${own.url}/products`, { 'content-type': 'application/json' }, '{"name":"Lamp"}');
    const file = join(folder, 'shop.arazzo.yaml');
    const made = await runCli('record-scenario', '--target', own.url, '--config', config, '--out', file);
    await own.close();
    expect(made).toMatchObject({ code: 0, err: '' });
    const missing = /The file .*shop\.yaml does not exist/;
    expect((await runCli('lint', file, '--config', config)).out).not.toMatch(missing);
    await writeFile(file, (await readFile(file, 'utf8')).replace(/url: .*shop\.yaml/, 'url: ./shop.yaml'));
    expect(await runCli('lint', file, '--config', config)).toMatchObject({
      code: 1,
      out: expect.stringMatching(missing),
    });
  });
});

function entry(method: string, path: string, headers: Record<string, string>, status: number, answer: unknown) {
  const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const content = { size: 1, mimeType: 'application/json', text: JSON.stringify(answer) };
  const response = { status, headers: [{ name: 'content-type', value: 'application/json' }], content };
  return { request: { method, url: `https://api.example.com${path}`, headers: list }, response };
}

function writeArchive(file: string, entries: readonly unknown[]): Promise<void> {
  return writeFile(file, JSON.stringify({ log: { version: '1.2', creator: { name: 'a browser' }, entries } }));
}
