import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call } from './testing/call.js';
import { harEntry, harOf } from './testing/har.js';
import { runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { start, folderWith } = useResources();

interface Paging {
  readonly parameter: string;
  /** Writes a page that has another one after it, or none. */
  page(items: readonly object[], cursor: string | undefined, url: string): { body: unknown; link?: string };
  /** Returns the address of the page after a response. */
  next(body: unknown, link: string | null): string | undefined;
}

const member = (parameter: string, name: string, none?: null): Paging => ({
  parameter,
  page: (items, cursor) => ({ body: { items, ...(cursor === undefined ? { [name]: none } : { [name]: cursor }) } }),
  next: (body) => {
    const cursor = Object(body)[name];
    return cursor ? `/things?limit=2&${parameter}=${encodeURIComponent(cursor)}` : undefined;
  },
});

const pagings: Record<string, Paging> = {
  'next_cursor, null at the end': member('cursor', 'next_cursor', null),
  'nextPageToken, absent at the end': member('pageToken', 'nextPageToken'),
  'a property and a parameter with unusual names': member('pos', 'fortsetzung'),
  'a URL in the body': {
    parameter: 'seite',
    page: (items, cursor, url) => ({
      body: { items, next: cursor === undefined ? null : `${url}?limit=2&seite=${cursor}` },
    }),
    next: (body) => Object(body).next?.replace(/^https?:\/\/[^/]+/, ''),
  },
  'Link: rel=next': {
    parameter: 'after',
    page: (items, cursor, url) => ({
      body: items,
      ...(cursor === undefined ? {} : { link: `<${url}?limit=2&after=${cursor}>; rel="next"` }),
    }),
    next: (_body, link) => {
      const [, address = ''] = /<([^<>]+)>; rel="next"/.exec(link ?? '') ?? [];
      return address === '' ? undefined : address.replace(/^https?:\/\/[^/]+/, '');
    },
  },
};

/** Records a service that pages by opaque cursors. */
function record({ parameter, page, next }: Paging): string {
  const things: object[] = [];
  const entries: object[] = [];
  const send = (method: string, path: string, sent?: object) => {
    const url = new URL(path, 'https://shop.test');
    const from = Number(atob(url.searchParams.get(parameter) ?? '') || 0);
    const size = Number(url.searchParams.get('limit') ?? 20);
    if (sent !== undefined) things.push({ id: `t-${things.length * 7919 + 10_000}`, ...sent });
    const cursor = from + size < things.length ? btoa(`${from + size}`.padStart(8, '0')) : undefined;
    const { body, link } =
      sent === undefined
        ? page(things.slice(from, from + size), cursor, url.href.split('?')[0] ?? '')
        : { body: things.at(-1), link: undefined };
    const startedDateTime = new Date(Date.UTC(2026, 0, 1) + entries.length * 1000).toISOString();
    const status = sent === undefined ? 200 : 201;
    const headers: Record<string, string> = link === undefined ? {} : { link };
    entries.push(harEntry(`${method} ${url.href}`, body, { startedDateTime, status, headers, sent }));
    return { body, link };
  };
  for (let count = 0; count < 7; count += 1) {
    send('POST', '/things', { name: `Thing ${count}` });
    if (count % 2 === 0) continue;
    let path: string | undefined = '/things?limit=2';
    while (path !== undefined) {
      const { body, link = null } = send('GET', path);
      path = next(body, link);
    }
  }
  return harOf(...entries);
}

it.each(Object.entries(pagings))('understudy learn recognizes cursor paging by %s', async (_name, paging) => {
  const folder = await folderWith();
  await writeFile(join(folder, 'a.har'), record(paging));
  const { code, err } = await runCli('learn', join(folder, 'a.har'), '--folder', join(folder, 'shop'));
  expect([code, err]).toEqual([0, '']);
  const simulators = await start({ apis: [join(folder, 'shop/openapi.yaml')], seed: 'empty' });
  const made: unknown[] = [];
  for (let count = 0; count < 5; count += 1) {
    made.push((await call(simulators, 'POST /things', { name: `New ${count}` })).body.id);
  }
  const seen: unknown[] = [];
  let path: string | undefined = '/things?limit=2';
  for (let pages = 0; path !== undefined && pages < 9; pages += 1) {
    const { body, headers } = await call(simulators, `GET ${path}`);
    seen.push(...[body.items ?? body].flat().map((item: unknown) => Object(item).id));
    path = paging.next(body, headers.get('link'));
  }
  expect(new Set(made).size).toBe(5);
  expect(seen).toEqual(made);
});
