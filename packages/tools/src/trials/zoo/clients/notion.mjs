export const description = '@notionhq/notion-mcp-server/scripts/notion-openapi.json';

export function open({ require, url }) {
  const { Client, LogLevel, iteratePaginatedAPI } = require('@notionhq/client');
  const notion = new Client({ auth: 'secret_zoo', baseUrl: url, logLevel: LogLevel.ERROR, retry: false });
  return Object.assign(notion, {
    iterateBlocks: (query) => iteratePaginatedAPI(notion.blocks.children.list, query),
    iterateSearch: (query) => iteratePaginatedAPI(notion.search, query),
  });
}
