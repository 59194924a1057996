import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type EinvoicingApi, type TestCompany, useEinvoicingApi, vendorKey } from './testing/einvoicing-api.js';

const start = useEinvoicingApi();
type Fields = Readonly<Record<string, string>>;

const letter = zipOf({ 'letter.pdf': '%PDF-1.4', 'letter.xml': '<a/>' });

function zipOf(files: Fields): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

function packageOf(bytes: Uint8Array, more: Fields = {}): Fields {
  const hash = createHash('sha1').update(bytes).digest('hex');
  const file = Buffer.from(bytes).toString('base64');
  return { filename: 'letters.zip', file, zipHash: hash, hash, ...more };
}

const keyPair = (company: TestCompany) => ({ 'COMPANY-UUID': company.id, 'USER-API-KEY': company.userKey });
const userPair = { USERNAME: 'printer@example.com', USERPW: 'a pass word' };

const registration = (company: TestCompany): Fields => ({
  sw_api_key: vendorKey,
  company_uuid: company.id,
  company_name: 'Harbour Cafe',
  user_email: userPair.USERNAME,
  user_pw: userPair.USERPW,
  test_mode: '1',
  disable_notify_on_complete: '0',
});

/** Calls Direct Print. @returns its text. The response is always 200 text/plain */
async function call(api: EinvoicingApi, path: string, headers: Fields, fields: Fields = {}): Promise<string> {
  const seen = await api.send(`POST ${path}`, { headers, body: new URLSearchParams(fields) });
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  return seen.body;
}

async function printing() {
  const api = start();
  const company = await api.company();
  expect(await call(api, '/register', keyPair(company), registration(company))).toBe('OK');
  const send = (fields: Fields, headers: Fields = keyPair(company)) => call(api, '/input_public', headers, fields);
  const status = (fields: Fields, headers: Fields = keyPair(company)) => call(api, '/file_status', headers, fields);
  return { api, company, send, status };
}

const idIn = (text: string) => /^OK (\S+)$/.exec(text)?.[1] ?? '';

describe('Direct Print', () => {
  it('registers new credentials with the software key, or without headers if the sandbox allows it', async () => {
    const api = start();
    const one = await api.company();
    const two = await api.company();
    const wrong = { ...registration(one), sw_api_key: 'another' };
    expect(await call(api, '/register', userPair, wrong)).toBe('ERROR: AUTHENTICATION FAILED');
    expect(await call(api, '/register', userPair, registration(one))).toBe('OK');
    await api.settings({ registerWithoutHeaders: true });
    const other = { ...registration(two), user_email: 'two@example.com' };
    expect(await call(api, '/register', {}, { ...other, sw_api_key: '' })).toBe('ERROR: AUTHENTICATION FAILED');
    expect(await call(api, '/register', {}, other)).toBe('OK');
  });

  it.each([
    ['company_uuid', '', 'COMPANY UUID MISSING'],
    ['company_uuid', '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11', 'COMPANY UUID IS ANOTHER THAN THE COMPANY OF THE HEADERS'],
    ['user_email', '', 'USER EMAIL MISSING'],
    ['user_email', 'nobody', 'USER EMAIL INVALID'],
    ['user_email', 'TAKEN@example.com', 'USER EMAIL ALREADY REGISTERED'],
    ['user_pw', '', 'USER PASSWORD MISSING'],
    ['test_mode', 'true', 'TEST_MODE MUST BE 0 OR 1'],
  ])('rejects a registration with %s "%s"', async (name, value, reason) => {
    const api = start();
    const other = await api.company();
    await call(api, '/register', keyPair(other), { ...registration(other), user_email: 'taken@example.com' });
    const company = await api.company();
    const fields = { ...registration(company), [name]: value };
    expect(await call(api, '/register', keyPair(company), fields)).toBe(`ERROR: ${reason}`);
    expect(await call(api, '/register', keyPair(company), registration(company))).toBe('OK');
  });

  it('reports a wrong content type or unknown package as text, and a wrong method with 405', async () => {
    const { api, company, status } = await printing();
    const headers = keyPair(company);
    for (const path of ['/register', '/input_public', '/file_status']) {
      const seen = await api.send(`POST ${path}`, { headers, body: { file_id: 'x' } });
      expect([seen.status, seen.body]).toEqual([200, 'ERROR: CONTENT TYPE MUST BE application/x-www-form-urlencoded']);
      expect((await api.send(`GET ${path}`, { headers })).status).toBe(405);
      expect((await api.send(`POST /v1${path}`, { headers, body: {} })).status).toBe(404);
    }
    expect(await status({})).toBe('ERROR: FILE ID OR FILENAME MISSING');
    expect(await status({ file_id: 'unknown' })).toBe('ERROR: FILE NOT FOUND');
    expect(await status({ filename: 'unknown.zip' })).toBe('ERROR: FILE NOT FOUND');
  });

  it('accepts long forms, but rejects more than 1000 fields', async () => {
    const api = start();
    const company = await api.company();
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`field ${index}`, '']));
    for (const more of [many, { ...many, comment: 'long '.repeat(20_000) }]) {
      expect(await call(api, '/register', keyPair(company), { ...registration(company), ...more })).toBe(
        'ERROR: FORM HAS MORE THAN 1000 FIELDS',
      );
    }
    const long = { comment: 'long '.repeat(20_000), ...registration(company) };
    expect(await call(api, '/register', keyPair(company), long)).toBe('OK');
  });

  it('hides the packages of one company from another', async () => {
    const { api, send } = await printing();
    const id = idIn(await send(packageOf(letter)));
    const other = await api.company();
    await call(api, '/register', keyPair(other), { ...registration(other), user_email: 'other@example.com' });
    expect(await call(api, '/file_status', keyPair(other), { file_id: id })).toBe('ERROR: FILE NOT FOUND');
    expect(await call(api, '/file_status', keyPair(other), { filename: 'letters.zip' })).toBe('ERROR: FILE NOT FOUND');
  });

  it('reports a print job that failed, and lets no job fail after printing', async () => {
    const { api, send, status } = await printing();
    const id = idIn(await send(packageOf(letter)));
    await api.action('failPrint', { fileId: id, message: 'Address unreadable' });
    await api.advance('P2D');
    expect(await status({ file_id: id })).toBe('OK FAILED Address unreadable');
    const printed = idIn(await send(packageOf(letter)));
    await api.advance('P2D');
    const late = await api.send('POST /_sim/actions/einvoicing/failPrint', { body: { fileId: printed } });
    expect(late.status).toBe(400);
  });

  it('keeps passwords and keys out of the journal', async () => {
    const { api, company, status } = await printing();
    await status({ file_id: 'x' }, userPair);
    const { body } = await api.send('GET /_sim/journal?limit=100');
    const text = JSON.stringify(body);
    expect(text).toContain('/register');
    for (const secret of [userPair.USERPW, encodeURIComponent(userPair.USERPW), 'a+pass+word', company.userKey]) {
      expect(text).not.toContain(secret);
    }
  });
});
