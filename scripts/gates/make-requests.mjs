// Requests for the fuzz gate: good ones generated from the schemas of an operation, bad ones by systematic mutation.
import { generate } from 'json-schema-faker';

const goodOnes = 25;
const bytesOf = (value) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const jsonType = 'application/json';

/** Waiting is what these do with such a value; in real time, so it is kept short here. */
const shortened = { timeout: (where) => (where === 'query' ? '0' : 'PT0S') };

/** Yields requests: {what, path, query, headers, body}; `headers` in lower case, `body` as bytes. */
export async function* requestsFor(operation, document, random) {
  const faker = new Faker(document, random);
  let latest;
  for (let number = 0; number < goodOnes; number += 1) {
    latest = await goodRequest(operation, faker);
    yield finished(latest, `good request ${number + 1}`);
  }
  let sent = 0;
  for (;;) {
    const good = await goodRequest(operation, faker);
    for (const [what, bad] of mutations(operation, good, random)) {
      sent += 1;
      yield finished(bad, what);
    }
    if (sent >= goodOnes) return;
  }
}

class Faker {
  #document;
  #random;

  constructor(document, random) {
    this.#document = document;
    this.#random = random;
  }

  async value(schema) {
    const seed = Math.floor(this.#random() * 1e9);
    const options = {
      seed,
      alwaysFakeOptionals: this.#random() < 0.5,
      maxItems: 3,
      maxLength: 40,
      fillProperties: false,
    };
    return await generate({ ...schema, components: this.#document.components }, options);
  }

  chance(share) {
    return this.#random() < share;
  }
}

async function goodRequest(operation, faker) {
  const request = { path: {}, query: {}, headers: {} };
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (!required && !(name in shortened) && faker.chance(0.5)) continue;
    const value = shortened[name]?.(place) ?? String(await faker.value(schema));
    if (place === 'path') request.path[name] = value === '' ? 'x' : value;
    // What cannot stand in a header is for the HTTP parser, not for us.
    if (place === 'header') request.headers[name.toLowerCase()] = value.replace(/[^\x20-\x7e]/g, '_').trim() || 'x';
    if (place === 'query') request.query[name] = value;
  }
  const content = operation.requestBody?.content ?? {};
  const schema = content[jsonType]?.schema ?? content['application/x-www-form-urlencoded']?.schema;
  if (schema === undefined) return request;
  const value = await faker.value(schema);
  if (operation.operationId === 'waitForJournal') value.timeout = shortened.timeout('body');
  request.value = value;
  request.form = content[jsonType] === undefined;
  return request;
}

function finished({ path, query, headers, value, form, text, mediaType }, what) {
  const type =
    mediaType ??
    (value === undefined && text === undefined ? undefined : form ? 'application/x-www-form-urlencoded' : jsonType);
  const encoded = text ?? (value === undefined ? '' : form ? formText(value) : JSON.stringify(value));
  return {
    what,
    path,
    query,
    headers: type === undefined ? headers : { ...headers, 'content-type': type },
    body: bytesOf(encoded),
  };
}

function formText(value) {
  return new URLSearchParams(Object.entries(Object(value)).map(([key, part]) => [key, String(part)])).toString();
}

/** Everything that can be wrong with a request, one thing at a time. */
function* mutations(operation, good, random) {
  for (const name of Object.keys(good.headers)) {
    yield [`without header ${name}`, { ...good, headers: without(good.headers, name) }];
    yield [`empty header ${name}`, { ...good, headers: { ...good.headers, [name]: '' } }];
    yield [`long header ${name}`, { ...good, headers: { ...good.headers, [name]: 'x'.repeat(5000) } }];
  }
  for (const { name, in: place } of operation.parameters) {
    if (place !== 'query') continue;
    for (const value of ['', 'nonsense', '-1', '1.5', '99999999999999999999', 'null', '0', 'x'.repeat(3000)]) {
      if (name !== 'timeout' || !(Number(value) > 0))
        yield [`query ${name}=${value.slice(0, 20)}`, { ...good, query: { ...good.query, [name]: value } }];
    }
  }
  for (const name of Object.keys(good.path)) {
    for (const value of ['__proto__', 'constructor', 'x y', '%', 'ä€', '..', 'x'.repeat(2000)]) {
      yield [`path ${name}=${value.slice(0, 20)}`, { ...good, path: { ...good.path, [name]: value } }];
    }
  }
  if (operation.requestBody === undefined) {
    yield ['a body where none is described', { ...good, text: '{"x": 1}' }];
    yield ['bytes that are no UTF-8', { ...good, text: '\ud800', mediaType: 'text/plain' }];
    yield ['unknown query', { ...good, query: { ...good.query, unknown: String(random()) } }];
    yield ['unknown header', { ...good, headers: { ...good.headers, 'x-unknown': 'x' } }];
    return;
  }
  yield ['no body', { ...good, value: undefined }];
  // An empty object would wait as long as it usually does.
  for (const text of ['', '{', '[', 'null', '[]', '"text"', '1e999', '{"a":', `${'['.repeat(300)}`, '\u0000']) {
    yield [`body ${text.slice(0, 12)}`, { ...good, text }];
  }
  for (const mediaType of ['text/plain', 'application/xml', 'nonsense', ''])
    yield [`as ${mediaType}`, { ...good, mediaType }];
  if (typeof good.value === 'object' && good.value !== null) {
    for (const [what, value] of spoiled(good.value)) yield [what, { ...good, value }];
  }
}

/** Copies of a value with one place spoiled. */
function* spoiled(value, at = '') {
  const replacements = [
    null,
    'nonsense',
    -1,
    1.5,
    true,
    [],
    {},
    '',
    'x'.repeat(3000),
    1e300,
    '2026-02-30',
    '__proto__',
  ];
  for (const [key, part] of Object.entries(value)) {
    const pointer = `${at}/${key}`;
    if (!Array.isArray(value) && key !== 'timeout') yield [`without ${pointer}`, without(value, key)];
    for (const replacement of replacements) {
      if (key === 'timeout') continue;
      const copy = structuredClone(value);
      copy[key] = replacement;
      yield [`${pointer} = ${String(JSON.stringify(replacement)).slice(0, 20)}`, copy];
    }
    if (typeof part !== 'object' || part === null || pointer.split('/').length > 4) continue;
    for (const [what, inner] of spoiled(part, pointer)) {
      const copy = structuredClone(value);
      copy[key] = inner;
      yield [what, copy];
    }
  }
}

function without(object, key) {
  const { [key]: _gone, ...rest } = object;
  return rest;
}
