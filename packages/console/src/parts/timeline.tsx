import type { TagTone } from './status-tag.js';

/** An event on the timeline of a sandbox. */
export interface TimelineMark {
  readonly at: string;
  readonly label: string;
  readonly tone: TagTone;
  readonly href?: string | undefined;
}

interface TimelineProps {
  readonly label: string;
  /** The instant at the left end. */
  readonly from: string;
  readonly marks: readonly TimelineMark[];
}

/** Events in sandbox time. The scale is logarithmic, because the events can be seconds or weeks apart. */
export function Timeline({ label, from, marks }: TimelineProps) {
  const start = Date.parse(from);
  const scaled = (at: string) => Math.log1p(Math.max(0, Date.parse(at) - start) / 1000);
  const end = Math.max(...marks.map(({ at }) => scaled(at)), 1);
  return (
    <ol class="timeline" aria-label={label}>
      {marks.map(({ at, label: text, tone, href }, index) => (
        <li
          key={`${index} ${at}`}
          class={scaled(at) / end > 0.8 ? `${tone} late` : tone}
          style={{ left: `${(scaled(at) / end) * 100}%` }}
          title={`${text}, ${at}`}
        >
          {href === undefined ? <span>{text}</span> : <a href={href}>{text}</a>}
        </li>
      ))}
    </ol>
  );
}
