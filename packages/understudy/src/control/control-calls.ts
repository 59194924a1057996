/** The control plane refused a call. The message is the server's own sentence. */
export class ControlError extends Error {
  readonly status: number;
  readonly problem: unknown;

  constructor(status: number, problem: unknown, detail: string) {
    super(detail);
    this.name = 'ControlError';
    this.status = status;
    this.problem = problem;
  }
}

/** Sends JSON to addresses below one base and reads JSON back. */
export class ControlCalls {
  readonly #base: string;
  readonly #send: (url: string, init: RequestInit) => Promise<Response>;

  constructor(base: string, send: (url: string, init: RequestInit) => Promise<Response>) {
    this.#base = base;
    this.#send = send;
  }

  get<T>(path: string): Promise<T> {
    return this.#call('GET', path);
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.#call('PUT', path, body);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.#call('POST', path, body);
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.#call('PATCH', path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.#call('DELETE', path);
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    // Tells the call from one that a page of another site has sent.
    const init: RequestInit = { method, headers: { 'x-understudy': 'control' } };
    if (body !== undefined) {
      init.headers = { ...init.headers, 'content-type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    const response = await this.#send(`${this.#base}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw refused(response.status, text);
    // The contract of the control plane vouches for the shape.
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

function refused(status: number, text: string): ControlError {
  try {
    const problem: { detail?: unknown } = JSON.parse(text);
    return new ControlError(status, problem, typeof problem.detail === 'string' ? problem.detail : text);
  } catch {
    return new ControlError(status, text, text === '' ? `The control plane answered ${status}` : text);
  }
}
