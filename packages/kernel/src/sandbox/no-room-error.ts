import type { Refusal } from '../refusal.js';
import { UnavailableError } from './archive.js';

/** There is no room for what is to be stored or read into memory; nothing of it was. */
export class NoRoomError extends UnavailableError {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
    this.name = 'NoRoomError';
  }
}
