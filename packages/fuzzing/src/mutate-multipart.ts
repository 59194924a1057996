import type { FormPart } from '@understudy/contract';
import { encodeMultipart, multipartContentType, multipartMediaType } from './form-body.js';
import type { GeneratedRequest, RequestMutator } from './generated-request.js';

const encoder = new TextEncoder();

/** Invalid multipart bodies. If `parts` is undefined, the body cannot be parsed and the server must reject it. */
export function* mutateMultipart(
  { parts = [], body = new Uint8Array() }: GeneratedRequest,
  copy: RequestMutator,
): Generator<GeneratedRequest> {
  const broken = (what: string, bytes: string | Uint8Array<ArrayBuffer>, type = multipartContentType) =>
    copy(`multipart ${what}`, (mutated) => {
      mutated.parts = undefined;
      mutated.body = typeof bytes === 'string' ? encoder.encode(bytes) : bytes;
      mutated.headers['content-type'] = type;
    });
  const readable = (
    what: string,
    others: readonly FormPart[],
    bytes: Uint8Array<ArrayBuffer> = encodeMultipart(others),
  ) =>
    copy(`multipart ${what}`, (mutated) => {
      mutated.parts = others;
      mutated.body = bytes;
    });
  const text = Buffer.from(body).toString('latin1');
  const edited = (from: RegExp, to: string) => Buffer.from(text.replace(from, to), 'latin1');
  const field = { name: 'field', bytes: encoder.encode('text') };

  yield broken('cut in the middle', body.subarray(0, body.length >> 1));
  yield broken('without its end', body.subarray(0, body.length - 12));
  yield broken('without a boundary', body, multipartMediaType);
  yield broken('with an empty boundary', body, `${multipartMediaType}; boundary=""`);
  yield broken('with another boundary', body, `${multipartMediaType}; boundary=another`);
  yield broken('with a boundary too long', body, `${multipartMediaType}; boundary=${'x'.repeat(200)}`);
  yield broken('with lines that end otherwise', encodeMultipart([field]).toString().replaceAll('\r\n', '\n'));
  yield broken('as JSON', '{"file":"invoice.xml"}');
  if (parts.length > 0) {
    yield broken('with a part that has no name', edited(/; name="[^"]*"/, ''));
    yield broken('with a part that has no head', edited(/Content-Disposition[^\r]*\r\n/, ''));
    yield broken('with a head too long', encodeMultipart(parts, `X-Long: ${'x'.repeat(20_000)}\r\n`));
  }
  yield broken('with too many parts', encodeMultipart(Array(1001).fill(field)));
  yield broken('with a field that is not UTF-8', encodeMultipart([{ ...field, bytes: Buffer.from([0xff]) }, ...parts]));

  yield readable('of nothing', []);
  yield readable('with __proto__', [{ ...field, name: '__proto__' }, { ...field, name: 'constructor' }, ...parts]);
  yield readable('between other text', parts, Buffer.concat([Buffer.from('before\r\n'), body, Buffer.from('after')]));
  yield readable('said to be in base64', parts, encodeMultipart(parts, 'Content-Transfer-Encoding: base64\r\n'));
  yield readable('turned round', parts.toReversed());
  for (const part of parts) {
    yield readable(
      `without ${part.name}`,
      parts.filter((one) => one !== part),
    );
    yield readable(`with ${part.name} twice`, [...parts, part]);
    for (const name of [part.name.toUpperCase(), `${part.name}[]`, `${part.name}[0]`, '']) {
      yield readable(
        `with ${part.name} named ${name}`,
        parts.map((one) => (one === part ? { ...one, name } : one)),
      );
    }
    yield readable(
      `with a file in place of ${part.name}`,
      parts.map((one) => (one === part ? { filename: 'f', ...one } : one)),
    );
  }
}
