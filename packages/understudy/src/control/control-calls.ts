import { parseJson, stringifyJson } from '@understudy/contract/json';
import type { ApiSetting, GivenActionInput, InputSchema } from '@understudy/kernel';
import type { ActionsByApi, AnyOtherText, SettingsByApi } from '../apis/api-packages.js';

/** The settings of the built-in APIs, by name. */
export type KnownSettings = {
  readonly [Api in keyof SettingsByApi]?: {
    readonly [Name in keyof SettingsByApi[Api]]?: SettingsByApi[Api][Name] extends ApiSetting<infer Value>
      ? Value
      : never;
  };
};

/** Inputs of the known actions, derived from their schemas. */
type KnownInputs = {
  readonly [Api in keyof ActionsByApi]: {
    readonly [Name in keyof ActionsByApi[Api]]: ActionsByApi[Api][Name] extends {
      readonly input: infer Schema extends InputSchema;
    }
      ? GivenActionInput<Schema>
      : never;
  };
};

export type ApiWithActions = keyof KnownInputs | AnyOtherText;

/** The action names of a known API, or any string for other APIs. */
export type ActionName<Api> = Api extends keyof KnownInputs ? keyof KnownInputs[Api] & string : string;

export type ActionInput<Api, Name> = Api extends keyof KnownInputs
  ? Name extends keyof KnownInputs[Api]
    ? KnownInputs[Api][Name]
    : never
  : Readonly<Record<string, unknown>>;

/** Thrown for an error response from the control plane, with the server's message. */
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

interface ControlRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

interface ControlResponse {
  readonly status: number;
  text(): Promise<string>;
}

export type SendControl = (url: string, call: ControlRequest) => Promise<ControlResponse>;

/** Sends and receives JSON under a base URL. */
export class ControlClient {
  readonly #base: string;
  readonly #send: SendControl;

  constructor(base: string, send: SendControl) {
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
    // Distinguishes the request from requests that pages of other origins send.
    const headers: Record<string, string> = { 'x-understudy': 'control' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const call = body === undefined ? { method, headers } : { method, headers, body: stringifyJson(body) };
    const answer = await this.#send(`${this.#base}${path}`, call);
    const text = await answer.text();
    if (answer.status < 200 || answer.status >= 300) throw refused(answer.status, text);
    // The control plane's contract guarantees the type.
    return (text === '' ? undefined : parseJson(text)) as T;
  }
}

function refused(status: number, text: string): ControlError {
  try {
    const problem: { detail?: unknown } = parseJson(text);
    return new ControlError(status, problem, typeof problem.detail === 'string' ? problem.detail : text);
  } catch {
    return new ControlError(status, text, text === '' ? `The control plane returned ${status}` : text);
  }
}
