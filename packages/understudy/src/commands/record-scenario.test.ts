import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { requestDemoToken } from '../testing/demo-token.js';
import { harEntry, harOf } from '../testing/har.js';
import { printed, refused, runCli } from '../testing/run-cli.js';
import { shopDescriptionPath } from '../testing/shop.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith } = useResources();

const folder = await folderWith();
const simulators = await start({ port: 0 });

/** Acts as a client that uploads a dataset, waits for it and receives one error. */
async function upload(url: string): Promise<void> {
  const token = await requestDemoToken({ fetch, url }, 'td');
  const headers = { authorization: `Bearer ${token}`, tenantid: 'quay' };
  const get = async (path: string, more: object = {}) =>
    (await call({ fetch, url }, `GET /td/${path}`, undefined, { ...headers, ...more, 'content-type': undefined })).body;
  const { url: address, jobId: jobid } = await get('presigned_url?type=raw_data');
  const registrations = [{ registrationId: 'r-1', date: '2026-01-05', employeeId: 'E-07' }];
  const body = JSON.stringify({ datasets: [{ datasetId: 'harbour-cafe', customerId: 'c-1', registrations }] });
  await fetch(address, { method: 'PUT', body: new TextEncoder().encode(body) });
  for (let status = 'inProgress', left = 9; status === 'inProgress' && left > 0; left -= 1) {
    ({ status } = await get('status', { jobid }));
    if (status === 'inProgress') await call({ fetch, url }, 'POST /_sim/clock/advance', { by: 'PT30S' });
  }
  await get('status', { authorization: 'Bearer nobody', jobid });
}

describe('understudy learn record-scenario', () => {
  it('creates a scenario from the journal that passes on another server', async () => {
    const { url } = await simulators.control.sandboxes.create('client', { clock: 'manual' });
    await upload(url);
    const file = join(folder, 'upload.arazzo.yaml');
    const made = await runCli('learn', 'record-scenario', '--target', `${simulators.url}/~client`, '--out', file);
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
    expect(await runCli('check', 'lint', file)).toMatchObject({ code: 0, out: 'No findings.\n' });
    const har = join(folder, 'har');
    const run = await runCli('test', 'run', file, '--report', `har=${har}`);
    expect(run.code, run.out).toBe(0);
    const again = join(folder, 'again', 'upload.arazzo.yaml');
    await runCli('learn', 'record-scenario', join(har, String((await readdir(har))[0])), '--out', again);
    expect((await readFile(again, 'utf8')).replaceAll(/ url: .*/g, '')).toBe(text.replaceAll(/ url: .*/g, ''));
  }, 60_000);

  it('starts a scenario with the seed of its sandbox', { tags: 'slow' }, async () => {
    const { url } = await simulators.control.sandboxes.create('demo-day', { clock: 'manual', seed: 'demo' });
    const token = await requestDemoToken({ fetch, url });
    const headers = { authorization: `Bearer ${token}`, tenantid: 'demo' };
    await call({ fetch, url }, 'GET /io/data/coffee-beans', undefined, headers);
    const file = join(folder, 'demo-day.arazzo.yaml');
    const made = await runCli('learn', 'record-scenario', '--target', url, '--out', file);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(await runCli('check', 'lint', file)).toMatchObject({ code: 0, out: 'No findings.\n' });
    const run = await runCli('test', 'run', file);
    expect(run.code, run.out).toBe(0);

    await simulators.control.sandboxes.create('own-data', { clock: 'manual', seed: 'empty' });
    await call(simulators, 'POST /~own-data/_sim/seed', { data: { inventory: {} } }, headers);
    await call(simulators, 'GET /~own-data/io/health_check');
    const unsaid = await runCli('learn', 'record-scenario', '--target', `${simulators.url}/~own-data`);
    expect(unsaid.err).toMatch(/note: .*data that the scenario does not send/);
  });

  it('keeps the secrets of an HTTP archive out of the scenario', async () => {
    const har = join(folder, 'client.har');
    const authorization = 'Bearer eyJhbGciOi.of-somebody.12345678';
    const sentHeaders = { authorization, tenantid: 'quay', 'content-type': 'application/json' };
    const train = (sent?: object) =>
      harEntry(
        'POST https://api.example.com/td/start_trainer',
        { jobId: 'job-78' },
        { status: 202, sent, sentHeaders },
      );
    const status = harEntry(
      'GET https://api.example.com/td/status',
      { status: 'success' },
      { sentHeaders: { authorization, tenantid: 'quay', jobid: 'job-77' } },
    );
    await writeFile(har, harOf(status, train({ parameters: [{ datasetId: '$inputs.a' }] })));
    const { out, code } = await runCli('learn', 'record-scenario', har);
    expect(code).toBe(0);
    expect(out).not.toContain('of-somebody');
    expect(out).toContain('stepId: token-time');
    expect(out).toContain('datasetId: { type: string, default: $inputs.a }');
    expect(out).toContain('datasetId: $inputs.datasetId');

    const training = train();
    await writeFile(har, harOf({ ...training, request: { ...training.request, bodySize: 4711 } }));
    expect(await runCli('learn', 'record-scenario', har)).toMatchObject({
      code: 2,
      err: 'error: The recording does not contain the complete body of entry 0, POST /td/start_trainer; pass the file that was sent with --file 0=<path>\n',
    });
    const given = await runCli('learn', 'record-scenario', har, '--file', '0=./upload.json');
    expect(given.out).toContain("payload: $file('./upload.json')");
    await writeFile(har, harOf());
    expect(await runCli('learn', 'record-scenario', har)).toMatchObject(refused('No request in the recording'));
  }, 60_000);

  it('creates a scenario that references the description of a custom API', async () => {
    const config = join(folder, 'shop.config.yaml');
    await writeFile(config, `apis: [${shopDescriptionPath}]\n`);
    const settings = { apis: { shop: { security: 'off' } } };
    const own = await start({ apis: [shopDescriptionPath], port: 0, settings });
    await call(own, 'POST /products', { name: 'Lamp' });
    const file = join(folder, 'shop.arazzo.yaml');
    const made = await runCli('learn', 'record-scenario', '--target', own.url, '--config', config, '--out', file);
    expect(made).toMatchObject({ code: 0, err: '' });
    const missing = /The file .*shop\.yaml does not exist/;
    expect((await runCli('check', 'lint', file, '--config', config)).out).not.toMatch(missing);
    await writeFile(file, (await readFile(file, 'utf8')).replace(/url: .*shop\.yaml/, 'url: ./shop.yaml'));
    expect(await runCli('check', 'lint', file, '--config', config)).toMatchObject(printed(missing, 1));
  });
});
