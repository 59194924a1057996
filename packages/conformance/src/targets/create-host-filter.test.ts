import { expect, it } from 'vitest';
import { createHostFilter } from './create-host-filter.js';

it('allows listed hosts, hosts with a port and subdomains, and rejects other URLs', () => {
  const isAllowed = createHostFilter(['api.example.com', '127.0.0.1:4010', '*.storage.example.com', '[::1]:80']);
  const allowed = [
    'https://api.example.com/x',
    'https://API.example.com:8443/x?y#z',
    'http://127.0.0.1:4010',
    'https://a.b.storage.example.com/',
    'http://[::1]/',
  ];
  expect(allowed.filter((url) => !isAllowed(url))).toEqual([]);
  const refused = [
    'https://example.com/',
    'https://api.example.com.evil.example/',
    'https://evil-api.example.com/',
    'http://127.0.0.1:4011/',
    'http://127.0.0.1/',
    'https://storage.example.com/',
    'https://evilstorage.example.com/',
    'https://api.example.com@evil.example/',
    'https://evil.example\\@api.example.com/',
    'https://evil.example#@api.example.com/',
    'http://[::1]:81/',
    'ftp://api.example.com/',
    '//api.example.com/',
    '',
  ];
  expect(refused.filter(isAllowed)).toEqual([]);
});

it('rejects an entry that is not a valid host', () => {
  for (const entry of ['https://api.example.com', 'api.example.com/x', '*', '*.com', '', 'a b', 'user@host']) {
    expect(() => createHostFilter([entry])).toThrow(
      `"${entry}" is not a valid host. Use a host such as api.example.com`,
    );
  }
});
