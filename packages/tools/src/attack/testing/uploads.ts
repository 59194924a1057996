// Files that are small to send and large or expensive to read.
import { constants, deflateRawSync } from 'node:zlib';
import { writeZip } from '@understudy/fuzzing';
import { bearerFrom } from '../../clients/inventory-client.ts';
import { type Attack, must, type Target } from './attack.js';

const server = ['einvoicing', '--seed', 'demo'];
const demoCompany = '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11';

/** Time limit of one upload in seconds, on a busy machine. */
const limit = 15;

/** `quick`: part of `npm test`. */
interface Row {
  readonly name: string;
  readonly sends: number;
  readonly quick?: true;
  readonly path?: string;
  readonly expected?: readonly number[];
  readonly content: () => string | Uint8Array<ArrayBuffer>;
}

const rows: readonly Row[] = [
  {
    name: 'a document of 200,000 spaces after <ID>',
    quick: true,
    sends: 200_000,
    path: '/v1/documents',
    expected: [201, 400],
    content: () => `<Order><ID>${' '.repeat(200_000)}`,
  },
  {
    name: 'a document of 12,000 unclosed <EndpointID',
    quick: true,
    sends: 250_000,
    path: '/v1/documents',
    expected: [201, 400],
    content: () => `<Order><BuyerCustomerParty>${'<EndpointID schemeID '.repeat(12_000)}</BuyerCustomerParty>`,
  },
  {
    name: 'XML of 60 levels with 255 namespaces each',
    quick: true,
    sends: 400_000,
    content: () => manyNamespaces(60, 255),
  },
  {
    name: 'XML of 100,000 elements with 100 namespaces in scope',
    sends: 2_000_000,
    content: () => `<a ${declarations(0, 100)}>${'<b xmlns:z="urn:z"/>'.repeat(100_000)}</a>`,
  },
  {
    name: '9 MB of validated XML',
    sends: 9_000_000,
    path: '/v1/validate',
    expected: [200, 400],
    content: () => `<Finvoice>${'<a/>'.repeat(2_000_000)}</Finvoice>`,
  },
  {
    name: 'a zip of 9 MB that declares 1,000 bytes and unpacks to 8.8 GB',
    sends: 9_000_000,
    content: () => writeZip([{ name: 'invoice.xml', ...zeros(275), size: 1000 }]),
  },
  {
    name: 'a zip of 100 entries that share 40 KB of zeros',
    quick: true,
    sends: 60_000,
    content() {
      const entry = { ...zeros(1), size: 500_000 };
      return writeZip(Array.from({ length: 100 }, (_, index) => ({ ...entry, name: `${index}.xml` })));
    },
  },
  {
    name: 'a zip with a wrong checksum',
    quick: true,
    sends: 1000,
    content: () =>
      writeZip([{ name: 'invoice.xml', bytes: deflateRawSync('<a/>'), isDeflated: true, size: 4, checksum: 1 }]),
  },
];

export const attacks: readonly Attack[] = rows.map(
  ({ path = '/v1/invoices', expected = [422, 400], content, ...row }) => ({
    ...row,
    server,
    run: (target) => upload(target, path, content(), expected),
  }),
);

function manyNamespaces(levels: number, each: number): string {
  const tags = Array.from({ length: levels }, (_, level) => `<a ${declarations(level * each, each)}>`);
  return `${tags.join('')}${'</a>'.repeat(levels)}`;
}

function declarations(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `xmlns:n${from + index}="u"`).join(' ');
}

/** Returns the bytes of `times` times 32 MiB of zeros, generated without holding them in memory. */
function zeros(times: number) {
  const block = deflateRawSync(Buffer.alloc(32 * 1024 * 1024), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: times }, () => block);
  return { bytes: Buffer.concat([...blocks, deflateRawSync(Buffer.alloc(0))]), isDeflated: true, checksum: 0 };
}

/** Uploads a file. The response must have one of the statuses and arrive before the timeout. */
async function upload(
  target: Target,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
  expected: readonly number[],
): Promise<string> {
  const account = { company_id: demoCompany, user_api_key: 'demo-user-key', scope: 'eui validate' };
  const authorization = await bearerFrom(`${target.url}/oauth2/token`, account);
  const form = new FormData();
  form.append('file', new Blob([content]), typeof content === 'string' ? 'a.xml' : 'a.zip');
  form.append('recipient_eia', '0216:1234567');
  const encoded = new Response(form);
  const headers = { authorization, 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = new Uint8Array(await encoded.arrayBuffer());
  const started = performance.now();
  const { status, broken, text } = await target.call('POST', path, { headers, body, timeoutMs: 20_000 });
  const seconds = (performance.now() - started) / 1000;
  must(
    status !== undefined && expected.includes(status),
    `${broken ?? status} after ${seconds.toFixed(1)} s: ${text.slice(0, 300)}`,
  );
  must(seconds < limit, `answered ${status} after ${seconds.toFixed(1)} s only`);
  return `${status} after ${seconds.toFixed(2)} s`;
}
