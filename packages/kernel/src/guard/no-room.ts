import { Unavailable } from '../archive/archive.js';
import type { Refusal } from '../refusal.js';

/** There is no room for what is to be stored or read into memory; nothing of it was. */
export class NoRoom extends Unavailable {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
    this.name = 'NoRoom';
  }
}
