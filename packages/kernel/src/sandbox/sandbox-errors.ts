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
