import { describe, expect, it } from 'vitest';
import { asksForToken, guardOf } from './request-guard.js';
import type { HttpRequest } from './target.js';

const rules = {
  isAllowed: (url: string) => url.startsWith('http://here/'),
  elsewhere: 'elsewhere',
  mayChange: false,
  isExempt: asksForToken,
};
const request = (method: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method,
  url: 'http://here/x',
  headers: {},
  ...more,
});
const body = new TextEncoder().encode('a=b');

describe('guardOf', () => {
  const readOnly = guardOf(rules);
  const open = guardOf({ ...rules, mayChange: true });

  it.each(['GET', 'HEAD', 'OPTIONS'])('lets %s out', (method) => {
    expect(readOnly(request(method))).toBeUndefined();
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('lets %s out only where something may be changed', (method) => {
    expect(readOnly(request(method))).toBe('this target may only be read');
    expect(open(request(method))).toBeUndefined();
  });

  it.each(['PURGE', 'MKCOL', 'PROPFIND', 'TRACE', 'get', 'CONNECT', 'GETS'])('never lets %s out', (method) => {
    for (const guard of [readOnly, open]) {
      expect(guard(request(method))).toBe(`nobody knows what the method ${method} does`);
    }
  });

  it('keeps to its hosts', () => {
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
  ])('refuses the header %s, which can make another request of one', (name) => {
    for (const guard of [readOnly, open]) expect(guard(request('GET', { headers: { [name]: 'x' } }))).toContain(name);
  });

  it('refuses what hides another request', () => {
    for (const headers of [{ 'content-length': '0' }, { 'Content-Length': '99' }, { 'Transfer-Encoding': 'chunked' }]) {
      expect(open(request('POST', { headers, body }))).toMatch(/hide another request/);
    }
    expect(open(request('POST', { headers: { 'Content-Length': '3' }, body }))).toBeUndefined();
    expect(open(request('GET', { headers: { Host: 'other' } }))).toContain('Host');
    expect(open(request('GET', { headers: { Host: 'HERE:80' } }))).toBeUndefined();
    expect(readOnly(request('GET', { url: 'http://here/x?_method=DELETE' }))).toContain('query');
  });

  it('lets a request for a token out, and nothing that only looks like one', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const token = 'http://here/connect/token';
    expect(readOnly(request('POST', { url: token, headers: form, body }))).toBeUndefined();
    expect(readOnly(request('DELETE', { url: token, headers: form }))).toBeDefined();
    expect(readOnly(request('POST', { url: token, headers: { 'content-type': 'application/json' } }))).toBeDefined();
    expect(readOnly(request('POST', { url: 'http://here/wipe?/token', headers: form }))).toBeDefined();
    expect(readOnly(request('POST', { url: token, headers: { ...form, 'X-HTTP-Method': 'DELETE' } }))).toBeDefined();
  });
});
