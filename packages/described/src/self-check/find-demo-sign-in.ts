import type { ApiPlan } from '@understudy/model';

/** Finds the operation with which demo users sign in, one of them and the password. */
export function findDemoSignIn({ operations, model }: Pick<ApiPlan, 'operations' | 'model'>) {
  for (const [id, { login, by = {}, password }] of Object.entries(model.operations ?? {})) {
    const { path } = operations.get(id)?.operation ?? {};
    if (login === undefined || path === undefined || typeof password !== 'string' || password.startsWith('=')) continue;
    const [member = ''] = Object.keys(by);
    const seed = model.seeds?.[login];
    const [first] = typeof seed === 'object' && !Array.isArray(seed) ? (seed.first ?? []) : [];
    const user: unknown = first?.[member];
    return { path, user: typeof user === 'string' && !user.startsWith('=') ? user : `${member} of ${login}`, password };
  }
  return undefined;
}
