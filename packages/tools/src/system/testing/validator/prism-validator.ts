import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { isPreferenceProblem } from '@understudy/contract';
import { parse } from 'yaml';
import { root } from '../../../steps.mjs';
import type { ProxiedResponse } from '../../../testing/proxy.ts';

type Prism = ReturnType<typeof createInstance>;
type Request = Parameters<Prism['request']>[0];

/** A request, with the sandbox prefix removed from its path. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly accept?: string | undefined;
}

/** A response as Prism expects it, with parsed JSON bodies. */
interface Response {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** A Prism validator for one description. */
export interface Validator {
  /** The operations: lower-case method, path template and responses. */
  readonly operations: Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;
  /**
   * Returns the violations of one response as sentences, or `undefined` if the description has no such path or method.
   */
  violationsOf(request: Asked, answer: ProxiedResponse): Promise<readonly string[] | undefined>;
}

const json = /^application\/([^;]+\+)?json\s*(;|$)/i;

/**
 * Creates Prism's proxy mode for an API description in this process: Prism's router and validators, with a forwarder
 * that returns the response to validate.
 */
export async function prismValidator(api: string): Promise<Validator> {
  const file = join(root, 'specs', api, 'openapi.yaml');
  const operations = await getHttpOperationsFromSpec(file);
  // Prism does not support paths with an optional trailing slash.
  const slashless = parse(await readFile(file, 'utf8'))['x-trailing-slash'] === 'optional';
  const answers = new WeakMap<Request, Response>();
  const prism = createInstance(
    {
      isProxy: true,
      upstream: new URL('http://answers.invalid'),
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      errors: false,
      mock: { dynamic: false },
      upstreamProxy: undefined,
    },
    {
      logger: createLogger('validator', { level: 'silent' }),
      forward:
        ({ data }) =>
        () =>
        async () => {
          const answer = answers.get(data);
          return answer === undefined
            ? { _tag: 'Left', left: new Error('The response is not described.') }
            : { _tag: 'Right', right: answer };
        },
    },
  );
  return {
    operations,
    async violationsOf({ method, path, accept = '*/*' }, answer) {
      const { pathname } = new URL(path, 'http://answers.invalid');
      const request: Request = {
        method: method.toLowerCase() as Request['method'],
        url: { path: slashless ? pathname.replace(/(?<=[^/])\/$/, '') : pathname, query: {} },
        headers: { accept },
      };
      const read = responseOf(answer);
      if (read === undefined) return ['body: not JSON, but its type is'];
      if (isPreferenceProblem({ status: read.statusCode, body: read.body })) return [];
      answers.set(request, read);
      const result = await prism.request(request, operations)();
      if (result._tag === 'Left') return [`Prism cannot judge it: ${result.left.message}`];
      const { input, output } = result.right.validations;
      if (input.some(({ message }) => message === 'Selected route not found')) return undefined;
      return output.map(({ path: place = [], message }) => `${place.join('/') || 'the answer'}: ${message}`);
    },
  };
}

/** `undefined` for a body that contradicts its content type. */
function responseOf({ status, headers, body }: ProxiedResponse): Response | undefined {
  const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]);
  const text = body.toString();
  const response = { statusCode: status, headers: Object.fromEntries(texts) };
  if (status === 204 || !json.test(String(headers['content-type'] ?? ''))) return { ...response, body: text };
  try {
    return { ...response, body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
