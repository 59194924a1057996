import type { ApiPlan, OperationPlan } from '@understudy/model';
import { refuse } from '../state/expect-state.js';
import { findSignIn, signInUsers } from '../state/known-user.js';
import type { StateSession } from '../state/state-session.js';
import type { Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { trialOf } from './trial-of.js';

/** Returns the trials of signing in and out. */
export function signInTrials(plan: ApiPlan): Trial[] {
  const signIn = findSignIn(plan);
  const resource = [...plan.resources.values()].find(({ name }) => name === signIn?.resource);
  if (signIn === undefined || resource === undefined) return [];
  const { operationId } = signIn.plan.operation;
  const endings = [...plan.behavior.operations].flatMap(([id, { statement }]) =>
    statement.logout === true ? (plan.operations.get(id) ?? []) : [],
  );
  return [
    trialOf(plan, ['operations', operationId, 'password'], {
      resource,
      says: `${operationId}: a wrong password and an unknown name are refused`,
      property: async (session) => {
        const { password, by, body } = signIn;
        const wrong = [
          ...(password === undefined ? [] : [{ ...body, [password]: 'understudy-wrong-1' }]),
          ...by.map(([, sent]) => ({ ...body, [sent]: String(body[sent]).replace(/^./, 'zz') })),
        ];
        const right = await session.call(signIn.plan, { body, isExact: true }, 'none');
        if (right.status >= 300) return session.cannot(`the example is answered with ${right.status}`);
        for (const each of wrong) {
          const step = await session.call(signIn.plan, { body: each, isExact: true }, 'none');
          if (step.status < 300) return refuse(step, `${operationId} was accepted with wrong credentials`);
        }
        return undefined;
      },
    }),
    ...endings.map((ending) =>
      trialOf(plan, ['operations', ending.operation.operationId, 'logout'], {
        resource,
        says: `${ending.operation.operationId}: the token is refused afterwards`,
        property: (session) => tryEnding(session, ending),
      }),
    ),
  ];
}

async function tryEnding(session: StateSession, ending: OperationPlan): Promise<Violation | undefined> {
  const { plan, options } = session.context;
  const [user] = await signInUsers(plan, options);
  const asked = [...plan.operations.values()].find(
    ({ operation }) =>
      operation.method === 'GET' &&
      !operation.path.includes('{') &&
      operation.security.length > 0 &&
      operation.parameters.every(({ required }) => !required),
  );
  if (user === undefined || asked === undefined) return session.cannot('no user can sign in');
  session.user = user;
  const before = await session.call(asked);
  if (before.status >= 300) return session.cannot(`${asked.operation.operationId} is answered with ${before.status}`);
  const ended = await session.call(ending);
  if (ended.status >= 300) return session.cannot(`it is answered with ${ended.status}`);
  const after = await session.call(asked);
  return after.status < 300
    ? refuse(after, `${asked.operation.operationId} is accepted with a token after ${ending.operation.operationId}`)
    : undefined;
}
