import type { ErrorResult } from '../error-result.js';
import { UnavailableError } from './archive.js';

/** The server is full. */
export class SandboxLimitError extends Error {
  constructor(most: number) {
    super(
      `The server has reached its limit of ${most} sandboxes; delete one, or start the server with a higher --max-sandboxes`,
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

/** There is no space. Nothing was stored. */
export class ArchiveFullError extends UnavailableError {
  readonly refusal: ErrorResult;

  constructor(refusal: ErrorResult) {
    super(refusal.message);
    this.refusal = refusal;
    this.name = 'NoRoomError';
  }
}
