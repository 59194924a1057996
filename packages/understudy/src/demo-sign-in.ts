import type { ApiDefinition } from '@understudy/kernel';
import type { SignIn } from '@understudy/server';
import { demoClient } from '@understudy/simulator-identity';

/** Finds the token request with the demo credentials. Returns undefined for APIs without tokens. */
export function findDemoSignIn({ tokens }: ApiDefinition): SignIn | undefined {
  if (tokens === undefined) return undefined;
  const { path, scope, account } = tokens;
  const grant = { grant_type: 'client_credentials' };
  if (account !== undefined) return { path, form: { ...grant, ...asFields(account) } };
  if (scope === undefined) return undefined;
  const { clientId, clientSecret } = demoClient;
  return { path, form: { ...grant, client_id: clientId, client_secret: clientSecret, scope } };
}

/** Converts account members to form fields: `companyId` becomes `company_id`. */
function asFields(account: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(account).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(named);
}
