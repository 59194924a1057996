import { membersOf, type OpenApiDocument, stringifyJson } from '@understudy/contract';
import { getMember, type OperationPlan, type Resource } from '@understudy/model';
import { changeProperties } from './change-properties.js';
import { changeBody, findDifference, wrongValue } from './compare-entities.js';
import { expectListed, expectRefused, expectStatus, readBack, refuse, selects, walkPages } from './expect-state.js';
import { largestPage } from './list-pages.js';
import { listProperties } from './list-properties.js';
import { ownershipProperties } from './ownership-properties.js';
import type { StateProperty, StateSession } from './state-session.js';
import type { CreatedEntity, StateStep } from './state-step.js';
import type { Trial } from './trial.js';

/** Properties of a server with state, by id. Each is tried on every resource whose operations it needs. */
const stateProperties: Readonly<Record<string, StateProperty>> = {
  ...listProperties,
  ...ownershipProperties,
  ...changeProperties,
  'created-is-read': async (session) => await readBack(session, await session.create()),

  'text-is-preserved': async (session) => await readBack(session, await session.create({ text: 'Zoë 日本 🙂 "007"' })),

  'long-text-is-preserved': async (session) =>
    await readBack(session, await session.create({ complete: session.context.variants.withLongTexts })),

  async 'created-is-listed'(session) {
    const list = session.operation('list');
    const created = list && (await session.create());
    return created && (await expectListed(session, { list, created, query: {} }));
  },

  async 'update-is-read'(session) {
    const { variants } = session.context;
    const [read, update] = [session.operation('read'), session.operation('update') ?? session.operation('replace')];
    const created = update && ((await session.create({ complete: variants.withAll })) ?? (await session.create()));
    if (created === undefined || update === undefined) return undefined;
    // If the API has no read operation, the response of an update shows its effect.
    const show = async (last: StateStep) =>
      read === undefined ? last : await session.call(read, { key: created.key });
    let before = await show(created.step);
    let isTried = false;
    // Changing a single member shows whether the others are preserved, even if they differ from their defaults.
    for (const most of [1, mostChanged, 1]) {
      const change = changeBody(session, { plan: update, created, before, most });
      if (change === undefined) return session.cannot('no shown member can be changed');
      const changed = await session.call(update, { key: created.key, body: change.body, isExact: true });
      if (changed.status >= 300 || changed.status === 202) continue;
      isTried = true;
      const after = await show(changed);
      const difference =
        findDifference(session, { step: after, sent: change.values, says: 'an accepted update is lost:' }) ??
        findDifference(session, {
          step: after,
          sent: { ...membersOf(session.shownIn(before)), ...change.values },
          only: [...Object.keys(created.entity), ...variants.sentMembers(update).properties.keys()],
          says: 'an update of another member changes',
        });
      if (difference !== undefined) return difference;
      before = after;
    }
    return isTried ? undefined : session.cannot('no update was accepted');
  },

  async 'deleted-is-gone'(session) {
    const [read, remove] = [session.operation('read'), session.operation('delete')];
    const created = remove && (await session.create());
    if (created === undefined || remove === undefined) return undefined;
    const { key } = created;
    const removed = await session.call(remove, { key });
    if (removed.status >= 300 || removed.status === 202) return session.cannot('no deletion was accepted');
    const gone = read && (await session.call(read, { key }));
    if (gone !== undefined && gone.status < 300 && session.resource.marksDeleted !== true && !hasEnded(gone.body))
      return refuse(gone, 'a deleted entity can still be read');
    const update = session.operation('update') ?? session.operation('replace');
    if (update === undefined || update.missing === 'create') return undefined;
    const used = await session.call(update, { key, body: created.body });
    return used.status < 300 && update.does === 'update' && !hasEnded(used.body)
      ? refuse(used, 'a deleted entity can still be changed')
      : undefined;
  },

  'needs-credentials': (session) => expectRefused(session, 'none', 'is accepted without credentials'),
  'verifies-credentials': async (session) =>
    session.context.options.isAuthentic === true
      ? await expectRefused(session, 'changed', 'is accepted with changed credentials')
      : undefined,
  'separates-tenants': async (session) =>
    session.context.options.otherCredentials === undefined
      ? session.cannot('pass the credentials of another one with --other-header')
      : await expectRefused(session, 'other', 'is accepted with the credentials of another tenant'),

  async 'idempotency-key'(session) {
    const creates = session.operation('create');
    const header = headerOf(creates, /^(?:x-)?idempotency-?key$/i);
    const headers = { [header ?? '']: session.context.variants.uuid() };
    const created = header === undefined ? undefined : await session.create({ headers });
    if (created === undefined) return undefined;
    const again = await session.call(created.creates, { body: created.body, headers });
    const second = again.status < 300 ? session.created(created.creates, again) : undefined;
    if (second === undefined || String(second.key) === String(created.key)) return undefined;
    const says = `the same ${header} creates another entity`;
    return wrongValue(again, says, [session.resource.key ?? ''], created.key);
  },

  async 'refuses-undescribed-methods'(session) {
    const read = session.operation('read');
    const mayDelete = session.operation('delete') !== undefined;
    const created = read && (await session.create());
    if (created === undefined || read === undefined) return undefined;
    for (const method of ['PATCH', 'PUT', 'POST', ...(mayDelete ? [] : ['DELETE'])]) {
      const step = await session.callUndescribed(read, { key: created.key, method, body: created.body });
      if (step !== undefined && step.status < 300) return refuse(step, `the undescribed method ${method} is accepted`);
    }
    return undefined;
  },

  async 'conditional-requests'(session) {
    const read = session.operation('read');
    const created = read && (await session.create());
    if (created === undefined || read === undefined) return undefined;
    const before = await session.call(read, { key: created.key });
    const { etag } = before.headers;
    if (etag === undefined) return session.cannot('the server sends no ETag');
    if (read.responses.some(({ key }) => key === '304')) {
      const same = await session.call(read, { key: created.key, headers: { 'if-none-match': etag } });
      if (same.status !== 304)
        return { step: same, says: 'If-None-Match with the current ETag is ignored', expected: expectStatus(304) };
    }
    const updates = [session.operation('update'), session.operation('replace')];
    const update = updates.find((each) => headerOf(each, ifMatch) !== undefined);
    const header = headerOf(update, ifMatch);
    const change = update && changeBody(session, { plan: update, created, before, most: 1 });
    if (header === undefined || update === undefined || change === undefined) return undefined;
    const stale = await session.call(update, {
      key: created.key,
      body: change.body,
      headers: { [header]: '"understudy-stale"' },
    });
    return stale.status < 300 ? refuse(stale, 'If-Match with another ETag is ignored') : undefined;
  },

  async 'pages-show-each-once'(session) {
    const list = session.operation('list');
    const { size, page, offset, cursor } = list?.list ?? {};
    if (list === undefined || (page ?? offset ?? cursor) === undefined || selects(session, list, {})) return undefined;
    const created: CreatedEntity[] = [];
    for (let count = 0; count < 3; count += 1) {
      const one = await session.create({ isBelow: count > 0 });
      if (one !== undefined) created.push(one);
    }
    const known = await shownKeys(session, list);
    const expected = [...created, ...known.map((key) => ({ key }))];
    for (const limit of size === undefined ? [''] : ['2', '20', '100']) {
      const found = await walkPages(session, {
        list,
        created: expected,
        query: size === undefined ? {} : { [size]: limit },
      });
      if (found !== 'unfinished') return found;
    }
    return undefined;
  },

  async 'concurrent-updates'(session) {
    const [read, update] = [session.operation('read'), session.operation('update')];
    const created = read && update && (await session.create());
    if (created === undefined || read === undefined || update === undefined) return undefined;
    const { key } = created;
    let isTried = false;
    for (let round = 0; round < 3; round += 1) {
      const before = await session.call(read, { key });
      const both = changeBody(session, { plan: update, created, before, most: 2 });
      const bodies = both?.parts ?? [];
      if (both === undefined || bodies.length < 2) return undefined;
      const sent = await session.together(
        ...bodies.map((body) => () => session.call(update, { key, body, isExact: true })),
      );
      if (sent.some(({ status }) => status >= 300 || status === 202)) continue;
      isTried = true;
      const after = await session.call(read, { key });
      const lost = findDifference(session, {
        step: after,
        sent: both.values,
        says: 'one of two updates at once is lost:',
      });
      if (lost !== undefined) return lost;
    }
    return isTried ? undefined : session.cannot('no two updates at once were accepted');
  },

  async 'concurrent-creations'(session) {
    const [read, creates] = [session.operation('read'), session.operation('create')];
    const first = read && creates && (await session.create());
    if (first === undefined || read === undefined || creates === undefined) return undefined;
    const bodies = Array.from({ length: 4 }, () => session.context.variants.body(creates));
    const steps = await session.together(...bodies.map((body) => () => session.call(creates, { body })));
    const accepted = steps.filter(({ status }) => status === 200 || status === 201);
    if (accepted.length < 2) return session.cannot('no two creations at once were accepted');
    for (const step of accepted) {
      const wrong = await readBack(
        session,
        session.created(creates, step),
        'of several creations at once one is lost: ',
      );
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  },
};

const ifMatch = /^if-match$/i;

const mostChanged = 20;

/** Returns the trials of the properties that every server with state should have, for a resource. */
export function generalTrials(resource: Resource, { info }: OpenApiDocument): Trial[] {
  // A sandbox often accepts any key.
  const takesAny = /\bany\b[^.]*\b(?:key|token|credential|password)/i.test(String(info?.['description']));
  const properties = Object.entries(stateProperties).filter(([name]) => !takesAny || name !== 'verifies-credentials');
  return properties.map(
    ([name, property]): Trial => ({
      id: `${name}:${resource.name}`,
      says: `${resource.name}: ${sentences[name] ?? name}`,
      ...{ resource, property, isStated: true },
    }),
  );
}

const sentences: Readonly<Record<string, string>> = {
  'created-is-read': 'what is created can be read as it was sent',
  'text-is-preserved': 'texts keep their characters',
  'long-text-is-preserved': 'long texts are not cut',
  'created-is-listed': 'what is created is listed',
  'update-is-read': 'an accepted update can be read',
  'update-is-listed': 'lists show an accepted update',
  'null-clears': 'null clears a member',
  'refusal-changes-nothing': 'a refused update changes nothing',
  'refused-creation-adds-nothing': 'a refused creation adds nothing',
  'location-is-served': 'Location leads to what is created',
  'keys-are-distinct': 'a new entity gets a key of its own',
  'item-is-below-its-own': 'an entity is found below its own parent only',
  'update-leaves-neighbors': 'an update changes one entity only',
  'replaced-as-a-whole': 'PUT replaces all members',
  'deleted-is-gone': 'what is deleted can no longer be read or changed',
  'deleted-is-not-listed': 'what is deleted is not listed',
  'deleted-twice': 'a second DELETE is answered as one of an unknown entity',
  'owns-its-members': 'requests cannot set members that the server sets',
  'lists-its-own': 'a list below an entity shows nothing of another one',
  'page-size-is-honored': 'a page has at most as many entities as asked for',
  'pages-show-each-once': 'pages show each entity once',
  'total-agrees': 'the total is the number of entities',
  'needs-credentials': 'credentials are needed',
  'verifies-credentials': 'credentials are verified',
  'separates-tenants': 'tenants do not see each other',
  'idempotency-key': 'a repeated idempotency key creates nothing',
  'refuses-undescribed-methods': 'other methods are refused',
  'conditional-requests': 'ETags are compared',
  'concurrent-updates': 'updates at once are both kept',
  'concurrent-creations': 'creations at once are all kept',
};

/** Returns the keys on the largest page of a list. */
async function shownKeys(session: StateSession, list: OperationPlan): Promise<readonly unknown[]> {
  const items = session.shownIn(await session.call(list, { query: largestPage(list) }));
  const keys = (Array.isArray(items) ? items : []).map((item) => getMember(item, session.resource.key ?? ''));
  return keys.filter((key) => key !== undefined && key !== null);
}

function headerOf(plan: OperationPlan | undefined, name: RegExp): string | undefined {
  return plan?.operation.parameters.find((each) => each.in === 'header' && name.test(each.name))?.name;
}

/** Returns whether the members of an entity mark it as deleted. */
function hasEnded(body: unknown): boolean {
  return /"(?:is_?)?(?:deleted|archived)":true|"\w*stat(?:e|us)(?:_?code)?":"\w*(?:delet|cancel|clos|disabl|end|inactiv|remov|terminat|archiv)/i.test(
    stringifyJson(body) ?? '',
  );
}
