import { type ApiContract, isObject, type Operation, resolveReference, stringifyJson } from '@understudy/contract';
import { findToken } from '@understudy/fuzzing';

type Node = Readonly<Record<string, unknown>>;

/**
 * Signs in with the example of an operation that needs no credentials and returns a token.
 *
 * @returns undefined without such an operation, or if the server refuses the example
 */
export async function signIn(contract: ApiContract, url: string): Promise<string | undefined> {
  for (const operation of contract.operations.values()) {
    const body = exampleOf(contract, operation);
    if (body === undefined) continue;
    try {
      const response = await fetch(`${url}${operation.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: stringifyJson(body),
        redirect: 'manual',
      });
      const token = response.ok ? findToken(await response.json()) : undefined;
      if (token !== undefined) return token;
    } catch {
      // The server is unreachable, or it answers no JSON. The requests that follow report it.
      return undefined;
    }
  }
  return undefined;
}

/** Returns the example of an operation to which anyone sends a password. */
function exampleOf({ document }: ApiContract, { method, path, security }: Operation): unknown {
  const isOpen = security.every((way) => Object.keys(way).length === 0);
  if (method !== 'POST' || !isOpen || path.includes('{')) return undefined;
  const post = resolveReference(document, document.paths?.[path])?.['post'];
  const body = resolveReference(document, isObject(post) ? post['requestBody'] : undefined);
  const content = isObject(body?.['content']) ? body['content']['application/json'] : undefined;
  const { example, examples, schema }: Node = isObject(content) ? content : {};
  const [named] = Object.values(isObject(examples) ? examples : {});
  const { examples: own = [] } = resolveReference(document, schema) ?? {};
  const shown = example ?? (isObject(named) ? named['value'] : undefined) ?? [own].flat()[0];
  return isObject(shown) && Object.keys(shown).some((name) => /password|secret|^pin$/i.test(name)) ? shown : undefined;
}
