import { call } from '../../api/call.js';
import type { Figure } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Loading } from '../../parts/empty.js';
import { FigureView } from '../../parts/figures/figure-view.js';
import { Json } from '../../parts/json.js';
import type { Schema } from '../../parts/schema.js';
import { EditRecord } from './edit-record.js';

interface Viewed {
  readonly value: unknown;
  readonly figures: readonly Figure[];
  readonly schema?: Schema;
}

/** A record: its charts, if its API defines any, and the stored JSON. */
export function OneRecord({ path, back }: { readonly path: string; readonly back: string }) {
  const { value: record, error } = useLoad(path, (address) => call<Viewed>(`GET ${address}`));
  if (record === undefined) return <Loading error={error} />;
  const { figures, value, schema } = record;
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
      {schema === undefined ? null : <EditRecord key={path} path={path} schema={schema} value={value} back={back} />}
    </>
  );
}
