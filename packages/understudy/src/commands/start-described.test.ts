import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { createSelfSignedCertificate } from '../self-signed-certificate.js';
import { killLeftServers, printed, refused, runCli, serveJson, startHere } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { fileWith, folderWith } = useResources();

const letters = fileURLToPath(new URL('../../../described/src/testing/letters.yaml', import.meta.url));

afterEach(killLeftServers);

it('prints a curl command that works for this API, with the certificate for HTTPS', async () => {
  const file = join(await folderWith(), 'own.pem');
  const server = await startHere(letters, '--port', '0', '--tls', file, '--quiet');
  const { out } = await server.stop();
  const [, line = ''] = /^Try: curl (.*)$/m.exec(out) ?? [];
  expect(line).toMatch(`--cacert ${file} -H 'Authorization: Bearer any' https://127.0.0.1:`);
  expect(await readFile(file, 'utf8')).not.toContain('PRIVATE');
});

it('serves HTTPS only to clients that trust the generated certificate', async () => {
  const file = join(await folderWith(), 'own.pem');
  const { url, certificate, stop } = await serveJson(letters, '--tls', file);
  const status = (ca?: string) =>
    new Promise((resolve) => {
      const sent = request(`${url}/stamp`, ca === undefined ? {} : { ca, servername: 'localhost' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', (error) => resolve(Reflect.get(error, 'code')));
      sent.end();
    });
  expect(await status(await readFile(certificate, 'utf8'))).toBe(200);
  expect(await status()).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY/);
  await stop();
});

it('does not overwrite a file that is not a certificate', async () => {
  const file = await fileWith('notes.txt', 'mine');
  const { code, err } = await runCli('start', letters, '--port', '0', '--tls', file);
  expect([code, await readFile(file, 'utf8')]).toEqual([2, 'mine']);
  expect(err).toContain('is not a certificate');
});

it('creates a certificate for host names and IP addresses that is valid for a year', () => {
  const from = Date.parse('2026-01-15T09:00:00Z');
  const { key, cert } = createSelfSignedCertificate(['localhost', '127.0.0.1', '::1', 'fe80::1:2'], from);
  const read = new X509Certificate(cert);
  const names = 'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:FE80:0:0:0:0:0:1:2';
  expect([read.subjectAltName, read.ca, read.verify(read.publicKey)]).toEqual([names, false, true]);
  expect([read.checkPrivateKey(createPrivateKey(key)), read.validTo]).toEqual([true, 'Jan 15 09:00:00 2027 GMT']);
});

it('triggers an event from the command line, and reports that nobody receives it', async () => {
  const { url, stop } = await serveJson(letters);
  const trigger = (...args: string[]) => runCli('state', 'trigger', 'letters', ...args, '--target', url);
  expect(await trigger('letter.lost')).toMatchObject(
    printed('letter.lost has no receiver: set letters.webhookUrl, or subscribe through the API\n'),
  );
  expect(await trigger('x.lost')).toMatchObject(refused('an event of a resource'));
  expect(await trigger('letter.lost', '--with', '{')).toMatchObject(refused('--with must be JSON'));
  await stop();
});

it('seeds records from a CSV file, exports them, and rejects invalid ones by line', async () => {
  const office = fileURLToPath(new URL('../../../described/src/testing/office.yaml', import.meta.url));
  const rows = 'id,name,address.city\n7,"Byron, Ada",Turku\n9,Bea,\n';
  const folder = await folderWith({
    'customers.csv': rows,
    'wrong.yaml': 'customers:\n  - id: 1\n    name: Ada\n  - id: two\n',
  });
  const { url, stop } = await serveJson(office, '--quiet', '--seed', join(folder, 'customers.csv'));
  const customers = [
    { id: 7, name: 'Byron, Ada', address: { city: 'Turku' } },
    { id: 9, name: 'Bea' },
  ];
  expect(await (await fetch(`${url}/customers`)).json()).toEqual(customers);
  const written = join(folder, 'seed.json');
  const wrote = await runCli('state', 'seed', 'office', written, '--target', url);
  expect(wrote).toMatchObject(printed('Wrote 2 records of 1 collections'));
  expect(JSON.parse(await readFile(written, 'utf8'))).toEqual({ office: { customers } });
  await stop();
  expect(await runCli('start', office, '--port', '0', '--seed', join(folder, 'wrong.yaml'))).toMatchObject(
    refused(/wrong\.yaml:4: The seed of office: customers\[1\]: .*id/),
  );
});

it('the startup message counts the rules that are simulated with the given model', async () => {
  const said = 'The wind is too strong (`wind`).';
  const json = (schema: object) => ({ 'application/json': { schema } });
  const gate = json({
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, nick: { type: 'string' } },
  });
  const shown = { description: 'The gate', content: gate };
  const file = await fileWith('gates.json', {
    openapi: '3.1.0',
    info: { title: 'Gates', version: '1' },
    paths: {
      '/gates': {
        get: {
          operationId: 'listGates',
          parameters: [{ name: 'near', in: 'query', schema: { type: 'string' } }],
          responses: {
            '200': { description: 'All', content: json({ type: 'array', items: gate['application/json'].schema }) },
          },
        },
        post: {
          operationId: 'addGate',
          requestBody: { content: gate },
          responses: { '201': shown, '409': { description: said, content: json({ type: 'object' }) } },
        },
      },
    },
  });
  const model = await fileWith('gates.model.yaml', {
    understudy: 1,
    operations: {
      listGates: { list: 'gates', where: { near: 'self.nick == value' } },
      addGate: { create: 'gates', needs: { wind: 'self.nick != "windy"' } },
    },
    http: { security: 'issued' },
  });
  const [bare, stated] = [await startHere(file, '--port', '0'), await startHere(file, '--model', model, '--port', '0')];
  const [before, after] = [await bare.stop(), await stated.stop()];
  expect(before.out).toContain('0 rules of the description are simulated, 1 are not');
  expect(before.out).toContain('any credentials');
  expect(after.out).toContain('1 rules of the description are simulated, all of them');
  expect(after.out).not.toContain('any credentials');
  expect(`${after.out}${after.err}`).not.toContain('has no effect');
  const { out } = await runCli('explain', file, '--model', model, '--unread');
  expect(out).toContain('1 rules of the description are simulated, 0 are not');
});
