// Files that are small to send and large to read.
import type { Attack } from '../attack.js';
import { must } from '../attack.js';
import { einvoicingCompany } from '../einvoicing-client.js';
import { deflatedZeros, forgedZip, honestEntry } from '../forged-zip.js';
import type { Target } from '../target.js';

const server = ['einvoicing', '--seed', 'demo'];

/** Seconds that reading one upload may take, however it is made; a busy machine included. */
const patience = 15;

export const attacks: readonly Attack[] = [
  {
    name: 'a document of 200,000 spaces after <ID>',
    quick: true,
    server,
    sends: 200_000,
    run: (target) => upload(target, '/v1/documents', `<Order><ID>${' '.repeat(200_000)}`, [201, 400]),
  },
  {
    name: 'a document of 12,000 <EndpointID without an end',
    quick: true,
    server,
    sends: 250_000,
    run: (target) =>
      upload(
        target,
        '/v1/documents',
        `<Order><BuyerCustomerParty>${'<EndpointID schemeID '.repeat(12_000)}</BuyerCustomerParty>`,
        [201, 400],
      ),
  },
  {
    name: 'XML of 60 levels with 255 namespaces each',
    quick: true,
    server,
    sends: 400_000,
    run: (target) => upload(target, '/v1/invoices', manyNamespaces(60, 255), [422, 400]),
  },
  {
    name: 'XML of 100,000 elements with 100 namespaces in scope',
    server,
    sends: 2_000_000,
    run: (target) =>
      upload(
        target,
        '/v1/invoices',
        `<a ${declarations(0, 100)}>${'<b xmlns:z="urn:z"/>'.repeat(100_000)}</a>`,
        [422, 400],
      ),
  },
  {
    name: 'XML of 9 MB that is judged',
    server,
    sends: 9_000_000,
    run: (target) => upload(target, '/v1/validate', `<Finvoice>${'<a/>'.repeat(2_000_000)}</Finvoice>`, [200, 400]),
  },
  {
    name: 'a zip of 9 MB that declares 1,000 bytes and unpacks to 8.8 GB',
    server,
    sends: 9_000_000,
    run: (target) => upload(target, '/v1/invoices', bomb(275), [422, 400]),
  },
  {
    name: 'a zip of 100 entries that share 40 KB of zeros',
    quick: true,
    server,
    sends: 60_000,
    run(target) {
      const deflated = deflatedZeros(1);
      const entry = { deflated, size: 500_000 };
      const entries = Array.from({ length: 100 }, (_, index) => ({ ...entry, name: `${index}.xml` }));
      return upload(target, '/v1/invoices', forgedZip(entries), [422, 400]);
    },
  },
  {
    name: 'a zip whose checksum is wrong',
    quick: true,
    server,
    sends: 1000,
    run: (target) =>
      upload(
        target,
        '/v1/invoices',
        forgedZip([{ ...honestEntry('invoice.xml', Buffer.from('<a/>')), crc: 1 }]),
        [422, 400],
      ),
  },
];

function bomb(times: number): Uint8Array<ArrayBuffer> {
  return forgedZip([{ name: 'invoice.xml', deflated: deflatedZeros(times), size: 1000 }]);
}

function manyNamespaces(levels: number, each: number): string {
  const tags = Array.from({ length: levels }, (_, level) => `<a ${declarations(level * each, each)}>`);
  return `${tags.join('')}${'</a>'.repeat(levels)}`;
}

function declarations(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `xmlns:n${from + index}="u"`).join(' ');
}

/** Sends a file; one of the statuses must come, in time. */
async function upload(
  target: Target,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
  expected: readonly number[],
): Promise<string> {
  const send = await einvoicingCompany(target);
  const form = new FormData();
  form.append('file', new Blob([content]), typeof content === 'string' ? 'a.xml' : 'a.zip');
  form.append('recipient_eia', '0216:1234567');
  const started = performance.now();
  const { status, broken, text } = await send(path, form);
  const seconds = (performance.now() - started) / 1000;
  must(
    status !== undefined && expected.includes(status),
    `${broken ?? status} after ${seconds.toFixed(1)} s: ${text.slice(0, 300)}`,
  );
  must(seconds < patience, `answered ${status} after ${seconds.toFixed(1)} s only`);
  return `${status} after ${seconds.toFixed(2)} s`;
}
