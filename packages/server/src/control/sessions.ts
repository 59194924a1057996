import type { Handler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { consoleCookie } from './console-cookie.js';
import type { ControlContext } from './control-context.js';

type Operation<Id extends keyof operations> = Handler<operations[Id], ControlContext>;

export const createSession: Operation<'createSession'> = async (_input, { request, baseUrl, caller, world }) => {
  const ticket = world.guard?.ticketOf(caller?.clientId);
  return { status: 204, headers: { 'set-cookie': consoleCookie(request.headers, baseUrl, ticket) } };
};

export const endSession: Operation<'endSession'> = async (_input, { request, baseUrl }) => ({
  status: 204,
  headers: { 'set-cookie': consoleCookie(request.headers, baseUrl, undefined) },
});
