import type { ApiContract } from '@understudy/contract';
import type { DeviationTable } from './deviations/deviation.js';
import type { Simulator } from './simulator.js';

/** A file or folder of an API: a URL, or a path within Understudy's resource folder, such as `specs/identity`. */
export type ResourcePath = URL | string;

/** How clients authenticate: with tokens from the identity provider or from the API. */
export interface ApiTokens {
  /** Path of the token endpoint. */
  readonly path: string;
  /** Required scope of tokens from the identity provider. */
  readonly scope?: string;
  /** A demo account that can request a token from the API itself. Its first two members identify the account. */
  readonly account?: Readonly<Record<string, string>>;
  /** A GET request that succeeds with such a token and the demo data. */
  readonly example?: { readonly path: string; readonly headers?: Readonly<Record<string, string>> };
}

/** An API definition. Its functions load heavy parts on first use. */
export interface ApiDefinition {
  /** Lower-case name, used on the command line and as the prefix of the API's claims. */
  readonly name: string;
  /** One-line summary for lists. */
  readonly summary: string;
  simulator(): Promise<Simulator>;
  /** Folder that contains `openapi.yaml` and optionally `claims.yaml` and `gaps.yaml`. */
  readonly contract: ResourcePath;
  /** Loads a description other than `openapi.yaml`. */
  describe?(): Promise<ApiContract>;
  /** Loads the description as its author wrote it, to validate servers against. Default: `describe`. */
  written?(): Promise<ApiContract>;
  /** Scenario files or folders. */
  readonly scenarios?: ResourcePath;
  /** Seed data or its files, by seed name. The seed `demo:20` is `demo` with 20 in place of `*`. */
  readonly seeds?: Readonly<Record<string, ResourcePath | Readonly<Record<string, number>>>>;
  /** Prefix shared by all paths. */
  readonly prefix?: string;
  /** Path of an example request that succeeds. */
  readonly tryPath?: string;
  /** Headers of the example request, as `Name: value`. */
  readonly tryHeaders?: readonly string[] | undefined;
  /** Sign-in operation of the demo users, with the name of one user and the password. */
  readonly demoSignIn?: { readonly path: string; readonly user: string; readonly password: string } | undefined;
  /** Numbers of rules in the sentences of the description: rules that are simulated, and rules that are not. */
  readonly describedRules?: { readonly simulated: number; readonly unread: number };
  readonly tokens?: ApiTokens;
  /** Paths of the identity provider, keyed by the paths in the description: `{'/oauth2/token': '/oidc/token'}`. */
  readonly signInPaths?: Readonly<Record<string, string>>;
  /** Scopes to request when signing in. */
  readonly signInScopes?: readonly string[];
  /** Additional addresses of the API's environment, by name, each with the path prefixes that it serves. */
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
  /** True if other APIs need this API. If so, it is always served. */
  readonly comesAlong?: true;
  /** Loads the API's deviations by claim, for `understudy fuzz mutate`. */
  deviations?(): Promise<DeviationTable>;
}

const members: Readonly<Record<keyof ApiDefinition, 'needed' | 'optional'>> = {
  name: 'needed',
  summary: 'needed',
  simulator: 'needed',
  contract: 'needed',
  describe: 'optional',
  written: 'optional',
  scenarios: 'optional',
  seeds: 'optional',
  prefix: 'optional',
  tryPath: 'optional',
  tryHeaders: 'optional',
  demoSignIn: 'optional',
  describedRules: 'optional',
  tokens: 'optional',
  signInPaths: 'optional',
  signInScopes: 'optional',
  addresses: 'optional',
  comesAlong: 'optional',
  deviations: 'optional',
};

/**
 * Describes an API to Understudy. An API package exports the result as `api` from its entry point `./api`.
 *
 * @throws TypeError if a member is missing or unknown, or the name is not lower-case
 *
 * @example
 * export const api = defineApi({
 *   name: 'notes',
 *   summary: 'Notes of a tenant',
 *   simulator: async () => (await import('./api/notes-simulator.js')).notesSimulator,
 *   contract: new URL('../contract/', import.meta.url),
 *   scenarios: new URL('../scenarios/', import.meta.url),
 * });
 */
export function defineApi(api: ApiDefinition): ApiDefinition {
  const problem = problemOf(api);
  if (problem !== undefined) throw new TypeError(`Invalid API: ${problem}`);
  return api;
}

function problemOf(api: ApiDefinition): string | undefined {
  const given = Object.keys(api);
  const known = Object.keys(members);
  const missing = Object.entries(members).find(([name, need]) => need === 'needed' && !given.includes(name));
  if (missing !== undefined) return `it has no ${missing[0]}`;
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) return `unknown member "${unknown}"; known members are ${known.join(', ')}`;
  if (!/^[a-z][a-z0-9-]*$/.test(api.name))
    return `its name "${api.name}" must contain only lower-case letters, digits and -`;
  return undefined;
}
