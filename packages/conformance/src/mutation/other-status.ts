/** The usual mistakes: success said in another way, a refusal as another refusal. */
const usual: Readonly<Record<number, readonly number[]>> = {
  200: [202, 201],
  201: [200],
  202: [200],
  204: [200],
  400: [422, 404],
  401: [403, 400],
  403: [401, 404],
  404: [400, 410],
  409: [400, 422],
  413: [400],
  429: [503, 500],
  500: [503, 502],
};

/** The status that a server most likely confuses with one; a documented one first, which only a scenario can tell apart. */
export function otherStatus(status: number, documented: readonly string[]): number {
  const mistakes = usual[status] ?? [status < 400 ? 200 : status < 500 ? 400 : 500, 418];
  const others = mistakes.filter((other) => other !== status);
  return others.find((other) => documented.includes(String(other))) ?? others[0] ?? 418;
}
