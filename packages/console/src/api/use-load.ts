import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { callControl } from './call-control.js';
import { changeCount } from './journal.js';
import { loadServerInfo, serverInfo } from './server-info.js';
import type { ServerInfo } from './types.js';

/** A loaded value. It stays visible while a newer one loads, to avoid layout shifts. */
interface LoadState<Value> {
  readonly value: Value | undefined;
  readonly error: string | undefined;
  reload(): Promise<void>;
}

/**
 * Loads a value while a component is mounted, and again on a new key, sandbox activity or return to the page.
 *
 * @param key key of the value. Undefined loads nothing
 * @param still whether the value is independent of sandbox activity
 */
export function useLoad<Value>(
  key: string | undefined,
  load: (key: string) => Promise<Value>,
  still = false,
): LoadState<Value> {
  const [state, setState] = useState<{ key?: string; value?: Value; error?: string }>({});
  const loader = useRef(load);
  loader.current = load;
  const latest = useRef(0);
  const reload = useCallback(async () => {
    if (key === undefined) return;
    latest.current += 1;
    const turn = latest.current;
    try {
      const value = await loader.current(key);
      if (turn === latest.current) setState({ key, value });
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      if (turn === latest.current) setState((before) => ({ ...(before.key === key ? before : { key }), error: said }));
    }
  }, [key]);
  // A failed value is loaded again once the server responds.
  const hasFailed = state.error !== undefined;
  const time = still && !hasFailed ? 0 : changeCount.value;
  useEffect(() => {
    void reload();
  }, [reload, time]);
  useEffect(() => {
    const again = () => void reload();
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, [reload]);
  const current = state.key === key ? state : {};
  return { value: current.value, error: current.error, reload };
}

/** Loads a value from the control plane. @param path path under `_sim/` */
export function useControl<Value>(path: string | undefined, still = false): LoadState<Value> {
  return useLoad(path, (given) => callControl<Value>(`GET ${given}`), still);
}

/** The details of the server, fetched once per page. */
export function useServerInfo(): Pick<LoadState<ServerInfo>, 'value' | 'error'> {
  const { error } = useLoad('server', loadServerInfo, true);
  return { value: serverInfo.value, error };
}
