import { isObject, joinPointer } from '@understudy/contract';
import { sentencesOf } from '../../prose/sentences.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

const header = '`([A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+)`';
const signed = new RegExp(`${header}[^.]*`);
const repeats = new RegExp(
  `${header}(?: header)?[^.\`]*\\b(?:repeats|carries|contains|holds|has|names|tells|is)\\b[^.]*\\b(?:event(?:'s)? )?(?:type|name|event)\\b|\\b(?:type|name) of the event[^.]*${header}`,
  'i',
);

export const eventDelivery: InferenceRule = {
  id: 'event-delivery',
  says: 'Deliveries have the headers that a sentence about webhooks names: an HMAC of the body, and the type of the event.',
  *infer({ document, plan }: Knowledge): Iterable<InferredStatement> {
    const texts: [unknown, string][] = [[document.info['description'], '/info/description']];
    for (const { node, operation } of plan.operations.values())
      texts.push([
        node['description'],
        joinPointer('/paths', operation.path, operation.method.toLowerCase(), 'description'),
      ]);
    for (const [name, item] of Object.entries(isObject(document.webhooks) ? document.webhooks : {}))
      for (const node of Object.values(isObject(item) ? item : {}).filter(isObject))
        texts.push([node['description'], joinPointer('/webhooks', name)]);
    for (const [text, from] of texts) yield* readDelivery(text, from);
  },
};

function* readDelivery(text: unknown, from: string): Iterable<InferredStatement> {
  // A header can be introduced by a colon.
  const sentences = sentencesOf(typeof text === 'string' ? text.replace(/\n(?!\n)/g, ' ') : text);
  for (const [index, says] of sentences.entries()) {
    const reason = { from, says };
    const [, before] = signed.exec(says) ?? [];
    if (
      before !== undefined &&
      /\bhmac\b|\bsha-?256\b/i.test(`${says} ${/signature/i.test(before) ? (sentences[index + 1] ?? '') : ''}`)
    ) {
      const whole = `${says} ${sentences[index + 1] ?? ''}`;
      const isBody =
        /\b(?:raw|request|whole|entire|json)\b[^.]{0,200}\b(?:body|payload)\b|\bof the (?:body|payload)\b/i.test(whole);
      if (!isBody || /timestamp/i.test(whole) || /base64/i.test(whole)) continue;
      yield { at: '/events/sign', value: { scheme: /sha256=/.test(whole) ? 'body' : 'hex', header: before }, reason };
    }
    const [, first, second] = repeats.exec(says) ?? [];
    const named = first ?? second;
    if (named !== undefined && /\b(?:event|type)\b/i.test(named.replaceAll('-', ' ')))
      yield { at: '/events/header', value: named, reason };
  }
}
