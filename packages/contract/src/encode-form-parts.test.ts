import { expect, it } from 'vitest';
import { encodeFormParts } from './encode-form-parts.js';

const bytes = (text: string) => new TextEncoder().encode(text);

it('encodes fields and files so that Response.formData() reads them back', async () => {
  const file = { name: 'file', filename: 'a"b\r\n.xml', mediaType: 'application/xml', bytes: bytes('<a/>') };
  const body = encodeFormParts([{ name: 'na"me', bytes: bytes('text\r\n') }, file], 'edge');
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const form = await new Response(body, { headers }).formData();
  expect([...form.keys()]).toEqual(['na"me', 'file']);
  expect(form.get('na"me')).toBe('text\r\n');
  const read = form.get('file');
  if (!(read instanceof Blob)) throw new Error('The file is none.');
  expect([read.type, await read.text()]).toEqual(['application/xml', '<a/>']);
});

it('encodes a field to the exact multipart bytes', () => {
  const body = encodeFormParts([{ name: 'a', bytes: bytes('1') }], 'x', 'X-More: 2\r\n');
  expect(body.toString()).toBe('--x\r\nContent-Disposition: form-data; name="a"\r\nX-More: 2\r\n\r\n1\r\n--x--\r\n');
});
