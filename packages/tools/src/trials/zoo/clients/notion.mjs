// Documents, by the reference of the client: https://developers.notion.com/reference
import { all, each, fails, has, holds, matches, same } from '../expect.mjs';

export const description = '@notionhq/notion-mcp-server/scripts/notion-openapi.json';

export function open({ require, url }) {
  const { Client, LogLevel } = require('@notionhq/client');
  return new Client({ auth: 'secret_zoo', baseUrl: url, logLevel: LogLevel.ERROR, retry: false });
}

const uuid = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/;
const parent = { type: 'page_id', page_id: '59833787-2cf9-4fdf-8782-e53db20768a5' };
const missing = '00000000-0000-4000-8000-00000000dead';
const text = (content) => [{ type: 'text', text: { content } }];
const titled = (content) => ({ title: { title: text(content) } });
const paragraph = (content) => ({ object: 'block', type: 'paragraph', paragraph: { rich_text: text(content) } });
const notFound = { name: 'APIResponseError', code: 'object_not_found', status: 404 };

const page = (notion, title = 'Plan', more = {}) => notion.pages.create({ parent, properties: titled(title), ...more });
const source = (notion, title = 'Tasks') =>
  notion.dataSources.create({
    parent: { type: 'database_id', database_id: parent.page_id },
    title: text(title),
    properties: { Name: { title: {} }, Done: { checkbox: {} } },
  });

export const checks = {
  'creates a page': async (notion) => {
    const made = await page(notion);
    matches('ids in the described form', made.id, uuid);
    has('constant members', made, { object: 'page' });
    has('what was sent is answered', made, { parent });
  },
  'dates a page': async (notion) => {
    const { created_time } = await page(notion);
    holds('timestamps', Math.abs(Date.parse(created_time) - Date.now()) < 60_000, created_time);
  },
  'starts a page outside the trash': async (notion) => {
    const { archived, in_trash } = await page(notion);
    same('first state', { archived, in_trash }, { archived: false, in_trash: false });
  },
  'retrieves a page': async (notion) => {
    const made = await page(notion, 'Read me');
    matches('ids in the described form', made.id, uuid);
    same('what is stored is read', await notion.pages.retrieve({ page_id: made.id }), made);
  },
  'updates the properties of a page': async (notion) => {
    const { id } = await page(notion);
    await notion.pages.update({ page_id: id, properties: titled('Plan B') });
    const read = await notion.pages.retrieve({ page_id: id });
    same('changes', read.properties?.title?.title?.[0]?.text?.content, 'Plan B');
    has('changes', read, { id, parent });
  },
  'moves a page to the trash': async (notion) => {
    const { id } = await page(notion);
    has('changes', await notion.pages.update({ page_id: id, in_trash: true }), { id, in_trash: true });
    has('changes', await notion.pages.retrieve({ page_id: id }), { in_trash: true });
  },
  'reports a page that is missing': (notion) => fails(notion.pages.retrieve({ page_id: missing }), notFound),
  'reports a parent that is missing': (notion) =>
    fails(notion.pages.create({ properties: titled('Lost') }), {
      name: 'APIResponseError',
      code: 'validation_error',
      status: 400,
    }),
  'creates a page with content': async (notion) => {
    const { id } = await page(notion, 'Full', { children: [paragraph('Hello')] });
    const { results } = await notion.blocks.children.list({ block_id: id });
    same(
      'nested lists',
      results.map(({ paragraph: each }) => each?.rich_text[0].text.content),
      ['Hello'],
    );
  },
  'moves a page': async (notion) => {
    const [one, other] = [await page(notion), await page(notion)];
    const to = { type: 'page_id', page_id: other.id };
    await notion.pages.move({ page_id: one.id, parent: to });
    has('actions', await notion.pages.retrieve({ page_id: one.id }), { id: one.id, parent: to });
  },
  'appends blocks': async (notion) => {
    const { id } = await page(notion);
    const { object, results } = await notion.blocks.children.append({
      block_id: id,
      children: [paragraph('One'), paragraph('Two')],
    });
    same('constant members', object, 'list');
    same('what was sent is answered', each(results, 'type'), ['paragraph', 'paragraph']);
    matches('ids in the described form', results[0].id, uuid);
  },
  'lists the blocks of a page': async (notion) => {
    const [one, other] = [await page(notion), await page(notion)];
    await notion.blocks.children.append({ block_id: one.id, children: [paragraph('One')] });
    same('nested lists', (await notion.blocks.children.list({ block_id: one.id })).results.length, 1);
    same('nested lists', (await notion.blocks.children.list({ block_id: other.id })).results, []);
  },
  'pages through blocks': async (notion, { require }) => {
    const { id } = await page(notion);
    await notion.blocks.children.append({ block_id: id, children: ['1', '2', '3', '4', '5'].map(paragraph) });
    const { iteratePaginatedAPI } = require('@notionhq/client');
    same(
      'nested lists',
      (await all(iteratePaginatedAPI(notion.blocks.children.list, { block_id: id, page_size: 2 }), 50)).length,
      5,
    );
  },
  'retrieves a block': async (notion) => {
    const { id } = await page(notion);
    const { results } = await notion.blocks.children.append({ block_id: id, children: [paragraph('One')] });
    has('what is stored is read', await notion.blocks.retrieve({ block_id: results[0].id }), {
      object: 'block',
      id: results[0].id,
      type: 'paragraph',
    });
  },
  'updates a block': async (notion) => {
    const { id } = await page(notion);
    const { results } = await notion.blocks.children.append({ block_id: id, children: [paragraph('One')] });
    await notion.blocks.update({ block_id: results[0].id, paragraph: { rich_text: text('Two') } });
    const read = await notion.blocks.retrieve({ block_id: results[0].id });
    same('changes', read.paragraph?.rich_text?.[0]?.text?.content, 'Two');
  },
  'deletes a block': async (notion) => {
    const { id } = await page(notion);
    const { results } = await notion.blocks.children.append({ block_id: id, children: [paragraph('One')] });
    has('deletes', await notion.blocks.delete({ block_id: results[0].id }), { id: results[0].id });
    same('deletes', (await notion.blocks.children.list({ block_id: id })).results, []);
  },
  'reports a block that is missing': (notion) => fails(notion.blocks.retrieve({ block_id: missing }), notFound),
  'creates a data source': async (notion) => {
    const made = await source(notion);
    has('constant members', made, { object: 'data_source' });
    same('what was sent is answered', made.title?.[0]?.text?.content, 'Tasks');
    same('what was sent is answered', Object.keys(made.properties ?? {}).sort(), ['Done', 'Name']);
  },
  'retrieves a data source': async (notion) => {
    const made = await source(notion);
    matches('ids in the described form', made.id, uuid);
    same('what is stored is read', await notion.dataSources.retrieve({ data_source_id: made.id }), made);
  },
  'renames a data source': async (notion) => {
    const { id } = await source(notion);
    await notion.dataSources.update({ data_source_id: id, title: text('Chores') });
    const read = await notion.dataSources.retrieve({ data_source_id: id });
    same('changes', [read.title?.[0]?.text?.content, Object.keys(read.properties ?? {}).length], ['Chores', 2]);
  },
  'queries a data source': async (notion) => {
    const { id } = await source(notion);
    const row = await notion.pages.create({
      parent: { type: 'data_source_id', data_source_id: id },
      properties: { Name: { title: text('Row') } },
    });
    await page(notion, 'Not a row');
    const { object, results, has_more } = await notion.dataSources.query({ data_source_id: id });
    same('constant members', object, 'list');
    same('nested lists', [results.map((each) => each.id), has_more], [[row.id], false]);
  },
  'comments on a page': async (notion) => {
    const { id } = await page(notion);
    const made = await notion.comments.create({ parent: { page_id: id }, rich_text: text('Nice') });
    has('constant members', made, { object: 'comment' });
    same('what was sent is answered', made.rich_text?.[0]?.text?.content, 'Nice');
    same('what was sent is answered', made.parent?.page_id, id);
  },
  'lists the comments of a page': async (notion) => {
    const [one, other] = [await page(notion), await page(notion)];
    const made = await notion.comments.create({ parent: { page_id: one.id }, rich_text: text('Nice') });
    await notion.comments.create({ parent: { page_id: other.id }, rich_text: text('Other') });
    same('nested lists', each((await notion.comments.list({ block_id: one.id })).results, 'id'), [made.id]);
  },
  'reads who is signed in': async (notion) => {
    const me = await notion.users.me({});
    has('constant members', me, { object: 'user' });
    matches('ids in the described form', me.id, uuid);
  },
  'lists and retrieves users': async (notion) => {
    const { object, results } = await notion.users.list({});
    same('constant members', object, 'list');
    holds('lists', results.length > 0, results);
    has('what is stored is read', await notion.users.retrieve({ user_id: results[0].id }), {
      id: results[0].id,
      object: 'user',
    });
  },
  'searches pages': async (notion) => {
    const { id } = await page(notion, 'Needle');
    await page(notion, 'Hay');
    const { results } = await notion.search({ query: 'Needle' });
    same('searches', each(results, 'id'), [id]);
  },
  'ends a search': async (notion, { require }) => {
    for (let more = 0; more < 3; more += 1) await page(notion, 'Endless');
    const { collectPaginatedAPI } = require('@notionhq/client');
    const call = collectPaginatedAPI(notion.search, { query: 'Endless', page_size: 2 });
    same('pages end', (await call).length, 3);
  },
  'reads a page as Markdown': async (notion) => {
    const { id } = await page(notion);
    has('path parameters in the body', await notion.pages.retrieveMarkdown({ page_id: id }), {
      object: 'page_markdown',
      id,
    });
  },
};
