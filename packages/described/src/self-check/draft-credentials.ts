import { isObject, type OpenApiDocument, type Operation, resolveReference } from '@understudy/contract';
import type { BehaviorModel } from '@understudy/model';

/** The credentials for the steps of a workflow. */
export interface DraftCredentials {
  /** The values that can be replaced: the inputs of the workflow, with their defaults. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly value: string }[];
  /** True if the identity provider must first issue a token. */
  readonly needsToken: boolean;
}

/** Drafts the credentials for an operation's first security requirement: a key with all rights. */
export function draftCredentials(
  document: OpenApiDocument,
  { security }: Operation,
  { http }: Pick<BehaviorModel, 'http'> = {},
): DraftCredentials {
  const [prefix = ''] = Object.entries(http?.keys ?? {}).flatMap(([each, right]) => (right === 'all' ? [each] : []));
  const any = `${prefix}any`;
  const inputs: Record<string, string> = {};
  const parameters: { name: string; in: string; value: string }[] = [];
  let needsToken = false;
  const schemes = document.components?.['securitySchemes'];
  for (const name of Object.keys(security[0] ?? {})) {
    const scheme = resolveReference(document, isObject(schemes) ? schemes[name] : undefined) ?? {};
    const { type, in: place, name: key, scheme: kind } = scheme;
    const input = name.replace(/[^A-Za-z0-9_-]/g, '-');
    if (type === 'apiKey') {
      inputs[input] = any;
      parameters.push({ name: String(key), in: String(place), value: `$inputs.${input}` });
    } else if (type === 'http') {
      const isBasic = String(kind).toLowerCase() === 'basic';
      inputs[input] = isBasic ? Buffer.from('user:password').toString('base64') : any;
      parameters.push({
        name: 'Authorization',
        in: 'header',
        value: `${isBasic ? 'Basic' : 'Bearer'} {$inputs.${input}}`,
      });
    } else if (type === 'oauth2' || type === 'openIdConnect') {
      needsToken = true;
      parameters.push({ name: 'Authorization', in: 'header', value: 'Bearer {$steps.token.outputs.token}' });
    }
  }
  return { inputs, parameters, needsToken };
}
