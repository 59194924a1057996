import { describe, expect, it } from 'vitest';
import { createRequestGuard, isTokenRequest, OverrideScanner } from './request-guard.js';
import type { HttpRequest } from './target.js';

const rules = {
  isAllowed: (url: string) => url.startsWith('http://here/'),
  elsewhere: 'elsewhere',
  mayChange: false,
  isExempt: isTokenRequest,
};
const request = (method: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method,
  url: 'http://here/x',
  headers: {},
  ...more,
});
const body = new TextEncoder().encode('a=b');

describe('createRequestGuard', () => {
  const readOnly = createRequestGuard(rules);
  const open = createRequestGuard({ ...rules, mayChange: true });

  it.each(['GET', 'HEAD', 'OPTIONS'])('allows %s', (method) => {
    expect(readOnly(request(method))).toBeUndefined();
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('allows %s only if the target may be changed', (method) => {
    expect(readOnly(request(method))).toBe('this target is read-only');
    expect(open(request(method))).toBeUndefined();
  });

  it.each(['PURGE', 'MKCOL', 'PROPFIND', 'TRACE', 'get', 'CONNECT', 'GETS'])(
    'always rejects the method %s',
    (method) => {
      for (const guard of [readOnly, open]) {
        expect(guard(request(method))).toBe(`the effect of the method ${method} is unknown`);
      }
    },
  );

  it('rejects a host that is not allowed', () => {
    expect(open(request('GET', { url: 'http://there/x' }))).toBe('elsewhere');
  });

  it.each([
    'X-HTTP-Method-Override',
    'x-http-method',
    'X-Method-Override',
    'HTTP-Method-Override',
    '_method-override',
    'X-Original-URL',
    'X-Rewrite-Url',
    'X-Original-Method',
    'X-Forwarded-Method',
    // Servers that hand headers on as variables (CGI, WSGI, Rack) read an underscore as a hyphen.
    'X_HTTP_Method_Override',
    'X_Original_URL',
    'X-HTTP-Verb',
    'X-Verb-Override',
    'X-HTTP-Host-Override',
  ])('rejects the header %s, which can override the request', (name) => {
    for (const guard of [readOnly, open]) expect(guard(request('GET', { headers: { [name]: 'x' } }))).toContain(name);
  });

  it('rejects Content-Length, Transfer-Encoding and Host headers that do not match the request', () => {
    for (const headers of [{ 'content-length': '0' }, { 'Content-Length': '99' }, { 'Transfer-Encoding': 'chunked' }]) {
      expect(open(request('POST', { headers, body }))).toMatch(/hide a second request/);
    }
    expect(open(request('POST', { headers: { 'Content-Length': '3' }, body }))).toBeUndefined();
    expect(open(request('GET', { headers: { Host: 'other' } }))).toContain('Host');
    expect(open(request('GET', { headers: { Host: 'HERE:80' } }))).toBeUndefined();
  });

  it.each([
    '?_method=DELETE',
    '?a=b;_METHOD=DELETE',
    '?%5fmethod=DELETE',
    '?%5F%6dethod=x',
    '?X-HTTP-Method-Override=PUT',
    '?x-http-method=DELETE',
    '?_method[]=DELETE',
    '?a=1&_http_method=POST',
  ])('rejects the query %s, which can override the method', (query) => {
    for (const guard of [readOnly, open])
      expect(guard(request('GET', { url: `http://here/x${query}` }))).toContain('query');
  });

  it.each(['?method=card', '?payment_method=DELETE', '?_methods=1', '?q=_method%3DDELETE'])(
    'allows the query %s',
    (query) => {
      expect(readOnly(request('GET', { url: `http://here/x${query}` }))).toBeUndefined();
    },
  );

  it.each([
    ['application/x-www-form-urlencoded', '_method=DELETE'],
    ['application/x-www-form-urlencoded; charset=utf-8', 'grant_type=x&%5Fmethod=DELETE'],
    ['application/x-www-form-urlencoded', 'X-HTTP-Method-Override=DELETE'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="_method"\r\n\r\nPUT\r\n--b--\r\n',
    ],
    ['Multipart/Form-Data; boundary=b', '--b\r\ncontent-disposition:form-data;name=_Method\r\n\r\nPUT\r\n--b--\r\n'],
  ])('rejects a form of type %s that can override the method: %s', (type, form) => {
    const sent = { url: 'http://here/token', headers: { 'content-type': type }, body: new TextEncoder().encode(form) };
    for (const guard of [createRequestGuard({ ...rules, isExempt: () => true }), open])
      expect(guard(request('POST', sent))).toContain('form');
  });

  it.each([
    ['a form without a content type', '_method=DELETE'],
    ['JSON', '{"a": 1, "_method": "DELETE"}'],
    ['JSON with escaped characters', String.raw`{"\u005fmethod" : "DELETE"}`],
  ])('rejects %s that can override the method', (_, text) => {
    expect(open(request('POST', { body: new TextEncoder().encode(text) }))).toContain('body can override');
  });

  it.each([
    '{"payment_method": "card"}',
    '{"a": "_method=DELETE"}',
    'payment_method=card&b=_method%3DDELETE',
    '_methods=1',
  ])('allows the body %s', (text) =>
    expect(open(request('POST', { body: new TextEncoder().encode(text) }))).toBeUndefined(),
  );

  it('finds a method override split across chunks', () => {
    const form = `a=${'x'.repeat(5000)}&_method=DELETE`;
    for (const size of [1, 7, 500, 5007]) {
      const scanner = new OverrideScanner();
      const pieces = Array.from({ length: Math.ceil(form.length / size) }, (_, at) =>
        form.slice(at * size, at * size + size),
      );
      expect([size, pieces.some((piece) => scanner.finds(Buffer.from(piece)))]).toEqual([size, true]);
    }
  });

  it('allows a token request on a read-only target, but no request that only resembles one', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const token = 'http://here/connect/token';
    expect(readOnly(request('POST', { url: token, headers: form, body }))).toBeUndefined();
    expect(readOnly(request('DELETE', { url: token, headers: form }))).toBeDefined();
    expect(readOnly(request('POST', { url: token, headers: { 'content-type': 'application/json' } }))).toBeDefined();
    expect(readOnly(request('POST', { url: 'http://here/wipe?/token', headers: form }))).toBeDefined();
    expect(readOnly(request('POST', { url: token, headers: { ...form, 'X-HTTP-Method': 'DELETE' } }))).toBeDefined();
  });
});
