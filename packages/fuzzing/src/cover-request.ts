import type { GeneratedRequest, InlinedParameter } from './generated-request.js';
import { mutateRequest } from './mutate-request.js';

/** The mutations that try each rule of a description once, the most common defects first. */
const telling = [
  /^(?:the body|\/\S*) without |^(?:query|header) \S+ missing$|^no body$|^form without /,
  / too long$| too short$| (?:below its minimum|above its maximum|its exclusive (?:minimum|maximum))$| with too many items$/,
  / none of its values$| against its pattern$| null$| of type \w+$/,
  / as long as allowed$| its (?:minimum|maximum)$| without items$| with an item twice$| empty$/,
  /^(?:query|path|header) \S+ "(?:-?\d+|x|1\.5|)"$|^(?:query|path|header) \S+ beyond ASCII$/,
  /^\/\S+ "[^"]*"$|^body (?:cut in the middle|an empty array|null|empty)$|^Content-Type text\/plain$| with an unknown member$/,
];

/** Descriptions can have hundreds of rules for one operation. */
const most = 90;

/** Returns the mutations of a valid request that try each rule of its description. */
export function coverRequest(request: GeneratedRequest, parameters: readonly InlinedParameter[]): GeneratedRequest[] {
  const ranked = [...mutateRequest(request, parameters, [])].flatMap((mutated) => {
    const rank = telling.findIndex((pattern) => pattern.test(mutated.what));
    return rank < 0 ? [] : [{ mutated, rank }];
  });
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ mutated }) => mutated);
}
