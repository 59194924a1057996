import { call } from '../../api/call.js';
import type { Figure } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Loading } from '../../parts/empty.js';
import { FigureView } from '../../parts/figures/figure-view.js';
import { Json } from '../../parts/json.js';

interface Viewed {
  readonly value: unknown;
  readonly figures: readonly Figure[];
}

/** A record: its charts, if its API defines any, and the stored JSON. */
export function OneRecord({ path }: { readonly path: string }) {
  const { value: record, error } = useLoad(path, (address) => call<Viewed>(`GET ${address}`));
  if (record === undefined) return <Loading error={error} />;
  const { figures, value } = record;
  return (
    <>
      {figures.length === 0 ? null : (
        <div class="figures">
          {figures.map((figure, index) => (
            <FigureView key={`${index} ${figure.title}`} figure={figure} />
          ))}
        </div>
      )}
      {figures.length === 0 ? (
        <Json value={value} />
      ) : (
        <details>
          <summary>Stored record</summary>
          <Json value={value} />
        </details>
      )}
    </>
  );
}
