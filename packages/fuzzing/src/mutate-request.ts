import { stringifyJson } from '@understudy/contract';
import { multipartMediaType } from './form-body.js';
import { deferEncoding, setQuery } from './generate-request.js';
import type {
  ForeignCaller,
  GeneratedRequest,
  HeaderValues,
  InlinedParameter,
  RequestMutator,
} from './generated-request.js';
import { listTypes } from './inline-schema.js';
import { mutateMultipart } from './mutate-multipart.js';
import { mutateValue } from './mutate-value.js';

const strangeTexts = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  '..',
  '%',
  '%2e%2e',
  '\'"<>',
  'é',
  '0',
  '-1',
  'null',
];
const strangeNumbers = ['x', '1.5', '-1', '0', '1e3', '99999999999999999999', 'NaN', '0x10', '١'];
const strangeDates = ['x', '2026-02-30', '20260115', '2026-01-15T00:00:00Z', '9999-12-31', '0000-01-01'];
const encoder = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer>;

/** Invalid JSON. `refused`: no contract accepts it. */
const brokenBodies: readonly { what: string; refused?: boolean; change: (bytes: Bytes) => Bytes }[] = [
  { what: 'cut in the middle', refused: true, change: (bytes) => bytes.slice(0, Math.max(1, bytes.length >> 1)) },
  { what: 'with a comma too many', refused: true, change: (bytes) => encoder.encode(`${text(bytes).slice(0, -1)},}`) },
  { what: 'with NaN', refused: true, change: () => encoder.encode('{"a":NaN}') },
  { what: 'not UTF-8', refused: true, change: (bytes) => joined([0xff, 0xfe], bytes) },
  { what: 'too deep', refused: true, change: () => encoder.encode('['.repeat(5000) + ']'.repeat(5000)) },
  { what: 'two values', refused: true, change: (bytes) => encoder.encode(`${text(bytes)} {}`) },
  { what: 'only a brace', refused: true, change: () => encoder.encode('{') },
  { what: 'null', change: () => encoder.encode('null') },
  { what: 'an empty array', change: () => encoder.encode('[]') },
  { what: 'a number', change: () => encoder.encode('7') },
  { what: 'empty', change: () => new Uint8Array() },
  { what: 'behind a byte order mark', change: (bytes) => joined([0xef, 0xbb, 0xbf], bytes) },
  { what: 'with a member twice', change: (bytes) => encoder.encode(text(bytes).replace('{', '{"a":1,"a":2,')) },
];

const wrongMediaTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'json',
  ';',
];

/**
 * Yields the mutations of a valid request, one location at a time. The contract determines whether it rejects them,
 * unless `refused` is set.
 */
export function* mutateRequest(
  request: GeneratedRequest,
  parameters: readonly InlinedParameter[],
  strangers: readonly ForeignCaller[],
): Generator<GeneratedRequest> {
  const { body, mediaType: type = '' } = request;
  const copy: RequestMutator = (what, change) => {
    const parts = { path: { ...request.path }, query: [...request.query], headers: { ...request.headers } };
    const mutated: GeneratedRequest = { ...request, what, ...parts };
    change(mutated);
    return mutated;
  };
  for (const parameter of parameters) yield* mutateParameter(parameter, copy);
  yield* mutateCredentials(request.credentials, strangers, copy);
  if (body === undefined) {
    yield copy('a body that was not asked for', (mutated) => {
      mutated.headers['content-type'] = 'application/json';
      mutated.body = encoder.encode('{"a":1}');
    });
    return;
  }
  for (const schema of [request.schema, request.shape].flatMap((one) => one ?? [])) {
    for (const { what, value } of mutateValue(schema, request.value)) {
      yield copy(what, (mutated) => {
        mutated.value = value;
        deferEncoding(mutated);
      });
    }
  }
  const raw = type === '*/*';
  if (type.endsWith('json') || raw) {
    for (const { what, refused = false, change } of brokenBodies) {
      yield copy(`body ${what}`, (mutated) => {
        mutated.body = change(body);
        mutated.refused = refused && !raw;
      });
    }
  } else if (type === multipartMediaType) yield* mutateMultipart(request, copy);
  else yield* mutateForm(body, copy);
  for (const mediaType of wrongMediaTypes) {
    yield copy(`Content-Type ${mediaType}`, (mutated) => {
      mutated.headers['content-type'] = mediaType;
    });
  }
  yield copy('no Content-Type', (mutated) => {
    delete mutated.headers['content-type'];
  });
  yield copy('no body', (mutated) => {
    mutated.body = undefined;
  });
}

function* mutateParameter(
  { name, in: place, schema }: InlinedParameter,
  copy: RequestMutator,
): Generator<GeneratedRequest> {
  const set = (what: string, value: string) =>
    copy(`${place} ${name} ${what}`, (mutated) => {
      if (place === 'path') mutated.path[name] = value;
      else if (place === 'header') mutated.headers[name] = value;
      else setQuery(mutated, name, value);
    });
  if (place !== 'path') {
    yield copy(`${place} ${name} missing`, (mutated) => {
      delete mutated.headers[name];
      mutated.query = mutated.query.filter(([key]) => key !== name);
    });
  }
  if (place === 'query') {
    yield copy(`query ${name} twice`, (mutated) => {
      mutated.query = [...mutated.query, [name, '1'], [name, '2']];
    });
  }
  const types = listTypes(schema);
  const strange = [
    ...strangeTexts,
    ...(types.includes('integer') || types.includes('number') ? strangeNumbers : []),
    ...(schema.format === 'date' ? strangeDates : []),
    ...(schema.enum ?? []).map((value) => String(value).toUpperCase()),
    ...(schema.minimum === undefined ? [] : [String(schema.minimum - 1)]),
    ...(schema.maximum === undefined ? [] : [String(schema.maximum + 1)]),
  ];
  for (const value of strange) yield set(stringifyJson(value), value);
  yield set('very long', 'x'.repeat(5000));
  if (place !== 'header') {
    yield set('with a zero byte', 'a\u0000b');
    yield set('with a slash', 'a/b');
    yield set('beyond ASCII', '日本語 🙂');
  }
}

const strangeTokens = ['', 'Bearer', 'Bearer ', 'Bearer none', 'Basic ZGVtbzpkZW1v', 'none', 'Bearer a.b.c'];

function* mutateCredentials(
  credentials: HeaderValues,
  strangers: readonly ForeignCaller[],
  copy: RequestMutator,
): Generator<GeneratedRequest> {
  const given = Object.keys(credentials);
  const token = credentials['authorization'];
  for (const name of token === undefined ? given : ['authorization']) {
    const strange =
      token === undefined
        ? ['', 'none', '__proto__', 'x'.repeat(5000)]
        : [...strangeTokens, `Bearer ${'x'.repeat(5000)}`, `${token.slice(0, -4)}AAAA`];
    for (const value of [undefined, ...strange]) {
      yield copy(`header ${name} ${value?.slice(0, 20) ?? 'missing'}`, (mutated) => {
        if (value === undefined) delete mutated.headers[name];
        else mutated.headers[name] = value;
        mutated.refused = true;
      });
    }
  }
  for (const { what, headers, refused } of strangers) {
    yield copy(`credentials ${what}`, (mutated) => {
      for (const name of given) delete mutated.headers[name];
      Object.assign(mutated.headers, headers);
      mutated.refused = refused;
    });
  }
}

function* mutateForm(body: Bytes, copy: RequestMutator): Generator<GeneratedRequest> {
  const form = text(body);
  const fields = form.split('&').map((field) => ({ field, name: field.split('=')[0] }));
  const bodies: (readonly [what: string, body: string])[] = [
    ...fields.map(({ name, field }) => [`without ${name}`, withoutField(form, field)] as const),
    ...fields.map(({ name, field }) => [`with ${name} twice`, `${form}&${field}`] as const),
    ...fields.map(({ name, field }) => [`with ${name} empty`, form.replace(field, `${name}=`)] as const),
    ...fields.map(({ name, field }) => [`with ${name} wrong`, form.replace(field, `${name}=__proto__`)] as const),
    ['with a broken escape', `${form}&a=%zz`],
    ['with escapes that are not UTF-8', `${form}&a=%ff`],
    ['as JSON', '{"grant_type":"client_credentials"}'],
    ['only of separators', '&&==&'],
    ['with a thousand fields', `${form}&${Array.from({ length: 1000 }, (_item, index) => `f${index}=1`).join('&')}`],
    ['very long', `${form}&a=${'x'.repeat(100_000)}`],
    ['with __proto__', `${form}&__proto__=1&constructor=2`],
    ['in upper case', form.toUpperCase()],
  ];
  for (const [what, changed] of bodies) {
    yield copy(`form ${what}`, (mutated) => {
      mutated.body = encoder.encode(changed);
    });
  }
}

function withoutField(form: string, field: string): string {
  return form
    .split('&')
    .filter((one) => one !== field)
    .join('&');
}

function joined(beginning: readonly number[], bytes: Bytes): Bytes {
  return Uint8Array.from([...beginning, ...bytes]);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
