import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDataset } from './testing/bodies.js';
import { useInventoryDriver } from './testing/use-inventory-driver.js';

const start = useInventoryDriver();
const open: Array<() => void> = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A socket that responds to a complete JSON text. `bytes`: everything received until the sender closes. */
async function socket(): Promise<{ url: string; bytes: Promise<Buffer> }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  open.push(() => server.close());
  const bytes = new Promise<Buffer>((resolve, reject) => {
    server.once('connection', (connection) => {
      let received = Buffer.alloc(0);
      connection.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        if (received.at(-1) === 0x7d) connection.write('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
      });
      connection.on('end', () => connection.end());
      connection.on('close', () => resolve(received));
      connection.on('error', reject);
    });
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bytes };
}

describe('the request of a webhook', () => {
  // Two, three and four bytes in UTF-8. å, ä and ö are also in Latin-1.
  it.each(['пиво-åäö', 'åäö', '麦酒 €', '🍺'])(
    'is encoded as UTF-8 with the right Content-Length for the dataset %s',
    async (datasetId) => {
      const inventory = await start();
      const { url, bytes } = await socket();
      const webhook = { webhookUrl: `${url}/done?of=%C3%A4`, webhookApiKey: 'key' };
      const jobId = await inventory.upload({ datasets: [createDataset(datasetId, 5)], webhook });
      const received = await bytes;
      const end = received.indexOf('\r\n\r\n');
      const head = received.subarray(0, end).toString('latin1').split('\r\n');
      const body = received.subarray(end + 4);
      expect(head[0]).toBe('POST /done?of=%C3%A4 HTTP/1.1');
      const headers = new Map(
        head.slice(1).map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*: */, '')]),
      );
      expect(headers.get('content-length')).toBe(String(body.length));
      expect(headers.get('content-type')).toMatch(/^application\/json(; *charset=utf-8)?$/i);
      expect(headers.get('x-api-key')).toBe('key');
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      expect(JSON.parse(text)).toMatchObject({
        jobId,
        status: 'success',
        datasetsStatus: [{ datasetId, status: 'success' }],
      });
      expect(text.length).toBeLessThan(body.length);
    },
  );
});
