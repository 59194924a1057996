import type { Refusal } from '../refusal.js';
import { UnavailableError } from './archive.js';

/** There are as many sandboxes as there may be. */
export class SandboxLimitError extends Error {
  constructor(most: number) {
    super(`There are ${most} sandboxes, the most that this server keeps; delete one, or start it with --max-sandboxes`);
    this.name = 'SandboxLimitError';
  }
}

/** A sandbox of this name is there, perhaps since a moment ago. */
export class SandboxExistsError extends Error {
  constructor(name: string) {
    super(`There is a sandbox "${name}" already`);
    this.name = 'SandboxExistsError';
  }
}

/** There is no room for what is to be stored or read into memory; nothing of it was. */
export class NoRoomError extends UnavailableError {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
    this.name = 'NoRoomError';
  }
}
