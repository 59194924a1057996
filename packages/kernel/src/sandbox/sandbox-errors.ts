import type { ErrorResult } from '../error-result.js';
import { UnavailableError } from './archive.js';

/** The server has its maximum number of sandboxes. */
export class SandboxLimitError extends Error {
  constructor(most: number) {
    super(
      `The server has reached its limit of ${most} sandboxes; delete one, or start the server with a higher --limit maxSandboxes`,
    );
    this.name = 'SandboxLimitError';
  }
}

export class SandboxExistsError extends Error {
  constructor(name: string) {
    super(`Sandbox "${name}" already exists`);
    this.name = 'SandboxExistsError';
  }
}

/** The archive has no space left. Nothing was stored. */
export class ArchiveFullError extends UnavailableError {
  readonly refusal: ErrorResult;

  constructor(refusal: ErrorResult) {
    super(refusal.message);
    this.refusal = refusal;
    this.name = 'NoRoomError';
  }
}
