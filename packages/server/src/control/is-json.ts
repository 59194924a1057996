import { parseJsonOr } from '@understudy/contract';

export function isJson(text: string): boolean {
  return parseJsonOr(text, undefined) !== undefined;
}
