import type { ErrorResult } from '../error-result.js';
import { UnavailableError } from './archive.js';

/** The server is full. */
export class SandboxLimitError extends Error {
  constructor(most: number) {
    super(`There are ${most} sandboxes, the most that this server keeps; delete one, or start it with --max-sandboxes`);
    this.name = 'SandboxLimitError';
  }
}

export class SandboxExistsError extends Error {
  constructor(name: string) {
    super(`There is a sandbox "${name}" already`);
    this.name = 'SandboxExistsError';
  }
}

/** There is no space. Nothing was stored. */
export class ArchiveFullError extends UnavailableError {
  readonly refusal: ErrorResult;

  constructor(refusal: ErrorResult) {
    super(refusal.message);
    this.refusal = refusal;
    this.name = 'NoRoomError';
  }
}
