import { useEffect, useRef, useState } from 'preact/hooks';
import type { ClockState } from '../api/types.js';
import { useControl } from '../api/use-load.js';

/** Returns the clock of the sandbox; a running clock continues between server requests. */
export function useClock(): ClockState | undefined {
  const { value } = useControl<ClockState>('clock');
  const [passed, setPassed] = useState(0);
  const seen = useRef(0);
  const runs = value !== undefined && value.mode !== 'manual';
  useEffect(() => {
    seen.current = performance.now();
    setPassed(0);
    if (!runs) return;
    const ticks = setInterval(() => setPassed(performance.now() - seen.current), 250);
    return () => clearInterval(ticks);
  }, [value, runs]);
  if (value === undefined || !runs) return value;
  const now = new Date(Date.parse(value.now) + passed * (value.scale ?? 1)).toISOString();
  return { ...value, now };
}
