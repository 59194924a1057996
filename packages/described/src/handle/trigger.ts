import { isObject } from '@understudy/contract';
import { type ApiAction, createMustBeFinding, defineAction, type MemberSchema } from '@understudy/kernel';
import { lastSegment, normalizeName, toSingular } from '@understudy/model';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { type ApiRuntime, readObjectBody } from './api-runtime.js';
import { BehaviorSession } from './behavior/behavior-session.js';
import { EntityStore } from './entity-store.js';
import { tellEvent } from './events/tell-event.js';
import { WebhookSender } from './webhook-sender.js';

const anyMember = {} as MemberSchema;

/** Sends a webhook or an event on demand, to `webhookUrl` and all subscribers. */
export function triggerAction(served: ApiRuntime): ApiAction {
  const { document } = served.bodies.schemas;
  const webhooks = isObject(document) && isObject(document['webhooks']) ? document['webhooks'] : {};
  const names = Object.keys(webhooks);
  const events = [...served.plan.behavior.changes.values()].flat();
  const examples = [...new Set([...events.map(({ name }) => name), ...names])];
  return defineAction({
    summary: 'Sends a webhook or event declared in the description, as if it had just occurred',
    input: {
      type: 'object',
      required: ['event'],
      properties: {
        event: {
          type: 'string',
          description: 'A webhook of the description, or an event such as "order.created"',
          ...(examples.length === 0 ? {} : { examples }),
        },
        data: {
          type: 'object',
          additionalProperties: anyMember,
          description: 'Members of its entity; the others are those of the newest stored one',
        },
      },
    },
    async run({ event, data }, context) {
      const words = event.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).map((word) => normalizeName(toSingular(word)));
      const resource = [...served.plan.resources.values()].find(({ shape }) =>
        words.includes(normalizeName(toSingular(lastSegment(shape)))),
      );
      if (resource === undefined && !names.includes(event))
        return createMustBeFinding(
          'event',
          `an event of a resource, such as "order.created"${names.length === 0 ? '' : `, or one of ${names.join(', ')}`}`,
        );
      const stored =
        resource?.parents === 0 ? (await new EntityStore(context, resource, []).page(0, 1000)).entities : [];
      const facts = { now: context.clock.now(), baseUrl: 'http://localhost' };
      const meaning = { ...facts, seed: event, name: lastSegment(resource?.shape ?? event) };
      const usual =
        resource === undefined ? {} : generateMeaningfulValue(served.plan.schemas, resource.schema, meaning);
      const session = new BehaviorSession({ served, context });
      const stated = served.plan.behavior.changes
        .get(resource?.name ?? '')
        ?.find(({ name }) => name === event || served.plan.model.events?.types?.[name]?.webhook === event);
      // Finds a record to which the event could have happened.
      const fitting = stored.findLast(
        ({ fields: self }) =>
          stated !== undefined && session.evaluate(stated.when, { self, old: null, operation: null }),
      );
      const chosen = fitting ?? stored.at(-1);
      const fields = { ...(chosen?.fields ?? readObjectBody(usual)), ...readObjectBody(data) };
      if (stated !== undefined && resource !== undefined) {
        const about = { id: context.ids.next('event'), name: event, key: chosen?.key ?? '', old: null, caller: null };
        const told = { resource, event: { ...about, fields } };
        return { event, sent: await tellEvent({ served, context, session, facts }, told, '') };
      }
      return { event, sent: await new WebhookSender(served, context, { resource, fields, facts }).notify([event], []) };
    },
  });
}
