import { localTime } from '../parts/instant-text.js';
import { linkTo } from '../route.js';
import { useClock } from './use-clock.js';

/** The current time of the sandbox. */
export function ClockChip() {
  const clock = useClock();
  if (clock === undefined) return <span class="clock-chip" />;
  const { now, mode, scale } = clock;
  return (
    <a class="clock-chip" href={linkTo('clock')}>
      <span class="clock-now">
        <span class="visually-hidden">Clock </span>
        <span class="clock-date">{now.slice(0, 10)} </span>
        {now.slice(11, 19)} <span class="clock-mode">UTC</span>
      </span>
      {new Date(now).getTimezoneOffset() === 0 ? null : <span class="clock-mode">{localTime(now)}</span>}
      <span class="clock-mode">{mode === 'scaled' ? `${scale}×` : mode}</span>
    </a>
  );
}
