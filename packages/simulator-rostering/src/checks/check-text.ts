import { checkJobDefinition, type Finding } from '@understudy/engine-rostering';
import { withoutMark } from '../compiled.js';

/** Everything that is structurally wrong with a definition; pointers begin at it. */
export function checkText(definition: string): Finding[] {
  return checkJobDefinition(JSON.parse(withoutMark(definition)));
}
