// Repositories and pull requests of the source hosting client: https://docs.github.com/rest
import { each, fails, has, same } from '../expect.mjs';

let count = 0;
/** A repository of its own for each check. */
export const repository = () => {
  count += 1;
  return { owner: 'octo', repo: `things-${count}` };
};

export const repositories = {
  'creates and gets a repository': async ({ rest }) => {
    const { status, data } = await rest.repos.createInOrg({
      org: 'acme',
      name: 'site',
      private: true,
      description: 'Ours',
    });
    same('status', status, 201);
    has('what was sent is answered', data, {
      name: 'site',
      private: true,
      description: 'Ours',
      full_name: 'acme/site',
    });
    has('what is stored is read', (await rest.repos.get({ owner: 'acme', repo: 'site' })).data, {
      name: 'site',
      description: 'Ours',
    });
  },
  'lists and updates repositories': async ({ rest }) => {
    await rest.repos.createInOrg({ org: 'listed', name: 'one' });
    await rest.repos.createInOrg({ org: 'listed', name: 'two' });
    same('lists', (await rest.repos.listForOrg({ org: 'listed' })).data.map(({ name }) => name).sort(), ['one', 'two']);
    has('changes', (await rest.repos.update({ owner: 'listed', repo: 'one', description: 'First' })).data, {
      name: 'one',
      description: 'First',
    });
  },
  'deletes a repository': async ({ rest }) => {
    await rest.repos.createInOrg({ org: 'gone', name: 'old' });
    same('status', (await rest.repos.delete({ owner: 'gone', repo: 'old' })).status, 204);
    await fails(rest.repos.get({ owner: 'gone', repo: 'old' }), { status: 404 });
  },
  'replaces topics': async ({ rest }) => {
    const repo = repository();
    same(
      'what was sent is answered',
      (await rest.repos.replaceAllTopics({ ...repo, names: ['api', 'test'] })).data.names,
      ['api', 'test'],
    );
    same('what is stored is read', (await rest.repos.getAllTopics(repo)).data.names, ['api', 'test']);
  },
  'stars and unstars a repository': async ({ rest }) => {
    const repo = repository();
    await fails(rest.activity.checkRepoIsStarredByAuthenticatedUser(repo), { status: 404 });
    same('status', (await rest.activity.starRepoForAuthenticatedUser(repo)).status, 204);
    same('membership', (await rest.activity.checkRepoIsStarredByAuthenticatedUser(repo)).status, 204);
    await rest.activity.unstarRepoForAuthenticatedUser(repo);
    await fails(rest.activity.checkRepoIsStarredByAuthenticatedUser(repo), { status: 404 });
  },
  'adds and removes a collaborator': async ({ rest }) => {
    const one = { ...repository(), username: 'ada' };
    await rest.repos.addCollaborator({ ...one, permission: 'push' });
    same('membership', (await rest.repos.checkCollaborator(one)).status, 204);
    await rest.repos.removeCollaborator(one);
    await fails(rest.repos.checkCollaborator(one), { status: 404 });
  },
  'opens, merges and reads a pull request': async ({ rest }) => {
    const repo = repository();
    const { data } = await rest.pulls.create({ ...repo, title: 'Fix', head: 'fix', base: 'main' });
    has('first state', data, { title: 'Fix', state: 'open', merged: false, number: 1 });
    const one = { ...repo, pull_number: data.number };
    has('actions', (await rest.pulls.merge(one)).data, { merged: true });
    has('actions', (await rest.pulls.get(one)).data, { merged: true, state: 'closed' });
  },
  'checks that a pull request is not merged': async ({ rest }) => {
    const repo = repository();
    const { data } = await rest.pulls.create({ ...repo, title: 'Fix', head: 'fix', base: 'main' });
    await fails(rest.pulls.checkIfMerged({ ...repo, pull_number: data.number }), { status: 404 });
  },
  'reviews a pull request': async ({ rest }) => {
    const repo = repository();
    const { data: pull } = await rest.pulls.create({ ...repo, title: 'Fix', head: 'fix', base: 'main' });
    const one = { ...repo, pull_number: pull.number };
    const { data } = await rest.pulls.createReview({ ...one, event: 'APPROVE', body: 'Fine' });
    has('actions', data, { body: 'Fine', state: 'APPROVED' });
    same('nested lists', each((await rest.pulls.listReviews(one)).data, 'id'), [data.id]);
  },
  'publishes a release': async ({ rest }) => {
    const repo = repository();
    const { status, data } = await rest.repos.createRelease({
      ...repo,
      tag_name: 'v1.0.0',
      name: 'First',
      draft: true,
    });
    same('status', status, 201);
    has('what was sent is answered', data, { tag_name: 'v1.0.0', name: 'First', draft: true, prerelease: false });
    const one = { ...repo, release_id: data.id };
    has('changes', (await rest.repos.updateRelease({ ...one, draft: false })).data, {
      draft: false,
      tag_name: 'v1.0.0',
    });
    has('lookups by another key', (await rest.repos.getReleaseByTag({ ...repo, tag: 'v1.0.0' })).data, { id: data.id });
  },
  'writes and reads a file': async ({ rest }) => {
    const file = { ...repository(), path: 'README.md' };
    const content = Buffer.from('# Hello').toString('base64');
    const { data } = await rest.repos.createOrUpdateFileContents({ ...file, message: 'Add', content });
    has('files are stored', data.content, { name: 'README.md', path: 'README.md' });
    const { data: read } = await rest.repos.getContent(file);
    same('files are stored', read.content?.replace(/\n/g, ''), content);
  },
  'creates and gets a reference': async ({ rest }) => {
    const repo = repository();
    const sha = 'a'.repeat(40);
    const { data } = await rest.git.createRef({ ...repo, ref: 'refs/heads/feature', sha });
    same('what was sent is answered', [data.ref, data.object?.sha], ['refs/heads/feature', sha]);
    same(
      'what is stored is read',
      (await rest.git.getRef({ ...repo, ref: 'heads/feature' })).data.ref,
      'refs/heads/feature',
    );
  },
  'manages a webhook': async ({ rest }) => {
    const repo = repository();
    const { data } = await rest.repos.createWebhook({
      ...repo,
      config: { url: 'https://example.com', content_type: 'json' },
      events: ['push'],
    });
    has('what was sent is answered', data, { active: true, events: ['push'], name: 'web' });
    const one = { ...repo, hook_id: data.id };
    has('changes', (await rest.repos.updateWebhook({ ...one, active: false })).data, {
      active: false,
      events: ['push'],
    });
    await rest.repos.deleteWebhook(one);
    same('lists', (await rest.repos.listWebhooks(repo)).data, []);
  },
  'manages a deploy key': async ({ rest }) => {
    const repo = repository();
    const { data } = await rest.repos.createDeployKey({ ...repo, title: 'CI', key: 'ssh-rsa AAA', read_only: true });
    has('what was sent is answered', data, { title: 'CI', key: 'ssh-rsa AAA', read_only: true });
    same('lists', each((await rest.repos.listDeployKeys(repo)).data, 'id'), [data.id]);
    await rest.repos.deleteDeployKey({ ...repo, key_id: data.id });
    await fails(rest.repos.getDeployKey({ ...repo, key_id: data.id }), { status: 404 });
  },
};
