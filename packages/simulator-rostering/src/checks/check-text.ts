import { checkJobDefinition, type Finding } from '@understudy/engine-rostering';
import { withoutMark } from '../compiled.js';

/** All structural errors of a definition. Pointers are relative to it. */
export function checkText(definition: string): Finding[] {
  return checkJobDefinition(JSON.parse(withoutMark(definition)));
}
