import { multipart } from './form-body.mjs';
import { encodeValue, setQuery } from './generate-request.mjs';
import { mutateValue } from './mutate-value.mjs';
import { spoilMultipart } from './spoil-multipart.mjs';

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

/** JSON that is none, or not what it seems. `refused`: no contract lets it pass. */
const brokenBodies = [
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
 * Every way to spoil a good request, one place at a time. Whether the result is refused is for the contract to say, save
 * where `refused` says that it must be.
 *
 * @param strangers credentials of others: `{ what, headers, refused }`
 */
export function* spoilRequest(request, operation, parameters, strangers) {
  const copy = (what, change) => {
    const spoiled = {
      ...request,
      what,
      path: { ...request.path },
      query: [...request.query],
      headers: { ...request.headers },
    };
    return change(spoiled) ?? spoiled;
  };
  for (const parameter of parameters) yield* spoilParameter(parameter, copy);
  yield* spoilCredentials(request.credentials, strangers, copy);
  if (request.body === undefined) {
    yield copy('a body that nobody asked for', (spoiled) => {
      spoiled.headers['content-type'] = 'application/json';
      spoiled.body = encoder.encode('{"a":1}');
    });
    return;
  }
  for (const schema of [request.schema, request.shape].filter((one) => one !== undefined)) {
    for (const { what, value } of mutateValue(schema, request.value)) {
      yield copy(what, (spoiled) => {
        spoiled.value = value;
        encodeValue(spoiled);
      });
    }
  }
  const raw = request.mediaType === '*/*';
  if (request.mediaType.endsWith('json') || raw) {
    for (const { what, refused = false, change } of brokenBodies) {
      yield copy(`body ${what}`, (spoiled) => {
        spoiled.body = change(request.body);
        spoiled.refused = refused && !raw;
      });
    }
  } else if (request.mediaType === multipart) yield* spoilMultipart(request, copy);
  else yield* spoilForm(request, copy);
  for (const mediaType of wrongMediaTypes) {
    yield copy(`Content-Type ${mediaType}`, (spoiled) => {
      spoiled.headers['content-type'] = mediaType;
    });
  }
  yield copy('no Content-Type', (spoiled) => {
    delete spoiled.headers['content-type'];
  });
  yield copy('no body', (spoiled) => {
    spoiled.body = undefined;
    spoiled.refused = operation.requestBody?.required === true;
  });
}

function* spoilParameter({ name, in: place, required, schema }, copy) {
  const set = (what, value) =>
    copy(`${place} ${name} ${what}`, (spoiled) => {
      if (place === 'path') spoiled.path[name] = value;
      else if (place === 'header') spoiled.headers[name] = value;
      else setQuery(spoiled, name, value);
    });
  if (place !== 'path') {
    yield copy(`${place} ${name} missing`, (spoiled) => {
      delete spoiled.headers[name];
      spoiled.query = spoiled.query.filter(([key]) => key !== name);
      spoiled.refused = required;
    });
  }
  if (place === 'query') {
    yield copy(`query ${name} twice`, (spoiled) => {
      spoiled.query = [...spoiled.query, [name, '1'], [name, '2']];
    });
  }
  const types = [schema.type ?? []].flat();
  const strange = [
    ...strangeTexts,
    ...(types.includes('integer') || types.includes('number') ? strangeNumbers : []),
    ...(schema.format === 'date' ? strangeDates : []),
    ...(schema.enum ?? []).map((value) => String(value).toUpperCase()),
    ...(schema.minimum === undefined ? [] : [String(schema.minimum - 1)]),
    ...(schema.maximum === undefined ? [] : [String(schema.maximum + 1)]),
  ];
  for (const value of strange) yield set(JSON.stringify(value), value);
  yield set('very long', 'x'.repeat(5000));
  if (place !== 'header') {
    yield set('with a zero byte', 'a\u0000b');
    yield set('with a slash', 'a/b');
    yield set('beyond ASCII', '日本語 🙂');
  }
}

function* spoilCredentials(credentials, strangers, copy) {
  const given = Object.keys(credentials);
  if (credentials.authorization !== undefined) yield* spoilToken(copy);
  else {
    for (const name of given) {
      for (const value of [undefined, '', 'none', '__proto__', 'x'.repeat(5000)]) {
        yield copy(`header ${name} ${value?.slice(0, 20) ?? 'missing'}`, (spoiled) => {
          if (value === undefined) delete spoiled.headers[name];
          else spoiled.headers[name] = value;
          spoiled.refused = true;
        });
      }
    }
  }
  for (const { what, headers, refused } of strangers) {
    yield copy(`credentials ${what}`, (spoiled) => {
      for (const name of given) delete spoiled.headers[name];
      Object.assign(spoiled.headers, headers);
      spoiled.refused = refused;
    });
  }
}

function* spoilToken(copy) {
  const tokens = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer none',
    'Basic ZGVtbzpkZW1v',
    'none',
    'Bearer a.b.c',
    `Bearer ${'x'.repeat(5000)}`,
  ];
  for (const token of tokens) {
    yield copy(`Authorization ${token?.slice(0, 20) ?? 'missing'}`, (spoiled) => {
      if (token === undefined) delete spoiled.headers.authorization;
      else spoiled.headers.authorization = token;
      spoiled.refused = true;
    });
  }
  yield copy('Authorization with a token that was changed', (spoiled) => {
    spoiled.headers.authorization = `${spoiled.headers.authorization.slice(0, -4)}AAAA`;
    spoiled.refused = true;
  });
}

function* spoilForm(request, copy) {
  const form = text(request.body);
  const fields = form.split('&');
  const bodies = [
    ...fields.map((field) => [`without ${field.split('=')[0]}`, fields.filter((one) => one !== field).join('&')]),
    ...fields.map((field) => [`with ${field.split('=')[0]} twice`, `${form}&${field}`]),
    ...fields.map((field) => [`with ${field.split('=')[0]} empty`, form.replace(field, `${field.split('=')[0]}=`)]),
    ...fields.map((field) => [
      `with ${field.split('=')[0]} wrong`,
      form.replace(field, `${field.split('=')[0]}=__proto__`),
    ]),
    ['with a broken escape', `${form}&a=%zz`],
    ['with escapes that are not UTF-8', `${form}&a=%ff`],
    ['as JSON', '{"grant_type":"client_credentials"}'],
    ['only of separators', '&&==&'],
    ['with a thousand fields', `${form}&${Array.from({ length: 1000 }, (_item, index) => `f${index}=1`).join('&')}`],
    ['very long', `${form}&a=${'x'.repeat(100_000)}`],
    ['with __proto__', `${form}&__proto__=1&constructor=2`],
    ['in upper case', form.toUpperCase()],
  ];
  for (const [what, body] of bodies) {
    yield copy(`form ${what}`, (spoiled) => {
      spoiled.body = encoder.encode(body);
    });
  }
}

function joined(beginning, bytes) {
  const whole = new Uint8Array(beginning.length + bytes.length);
  whole.set(beginning);
  whole.set(bytes, beginning.length);
  return whole;
}

function text(bytes) {
  return new TextDecoder().decode(bytes);
}
