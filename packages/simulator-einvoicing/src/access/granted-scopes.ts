/** Scopes that include several others: einvoicing.gap.scope-default. */
const bundles: Readonly<Record<string, readonly string[]>> = {
  global: ['global', 'company:read', 'lookup', 'document:send', 'document:receive'],
  company: ['company', 'company:read', 'company:write'],
  eui: [
    'eui',
    'company:read',
    'company:write',
    'lookup',
    'receivables:assignments',
    'document:send',
    'document:receive',
    'invoice:send',
    'invoice:receive',
    'analysis',
  ],
};

const singleScopes = [
  'company:read',
  'company:write',
  'lookup',
  'receivables:assignments',
  'document:send',
  'document:receive',
  'invoice:send',
  'invoice:receive',
  'analysis',
  'validate',
  'billing:reports',
];

/** Prefixes of scopes that are not listed individually. */
const families = ['partner:', 'fi_bank_message:'];
const operatorFamily = 'operator:';

const knownScopes: ReadonlySet<string> = new Set([...Object.keys(bundles), ...singleScopes, 'operator']);

/** Returns whether a scope belongs to a token of this API. `operator` belongs to a token of an operator. */
export function isKnownScope(scope: string): boolean {
  return knownScopes.has(scope) || families.some((family) => isOf(family, scope));
}

/** The default scope of a token request: einvoicing.gap.scope-default. */
export const defaultScope = 'global company';

/** Returns the requested scopes with bundles expanded, or the unknown scope. Operators have their own scopes. */
export function resolveGrantedScopes(requested: string, kind: 'company' | 'operator'): string[] | { unknown: string } {
  const names = requested.split(' ').filter((name) => name !== '');
  if (kind === 'operator') return operatorScopes(names);
  const granted = new Set<string>();
  for (const name of names) {
    const bundle = Object.hasOwn(bundles, name) ? bundles[name] : undefined;
    const isSingle = singleScopes.includes(name) || families.some((family) => isOf(family, name));
    if (bundle === undefined && !isSingle) return { unknown: name };
    for (const scope of bundle ?? [name]) granted.add(scope);
  }
  return [...granted];
}

/** Returns the scopes of an operator, which has none of the scopes in the default, because that is for companies. */
function operatorScopes(names: readonly string[]): string[] | { unknown: string } {
  const asked = names.join(' ') === defaultScope ? [] : names;
  const unknown = asked.find((name) => !isOf(operatorFamily, name));
  return unknown === undefined ? ['operator', ...new Set(asked)] : { unknown };
}

function isOf(family: string, name: string): boolean {
  return name.startsWith(family) && /^[a-z_]+:[a-z_]+$/.test(name);
}
