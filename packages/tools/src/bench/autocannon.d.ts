declare module 'autocannon' {
  /** `duration` is in seconds; `amount` is the total number of requests. */
  interface Load {
    readonly url: string;
    readonly connections: number;
    readonly duration?: number;
    readonly amount?: number;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  /** `requests.average` counts the requests of one second. */
  interface Result {
    readonly latency: { readonly average: number };
    readonly requests: { readonly average: number };
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(load: Load): Promise<Result>;
}
