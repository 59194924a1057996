import type { CollectionInfo, Figure } from '../../api/types.js';
import { useControl } from '../../api/use-load.js';
import { FigureView } from '../../parts/figures/figure-view.js';
import type { InputSchema } from '../../parts/input-schema.js';
import { JsonView } from '../../parts/json-view.js';
import { LoadingState } from '../../parts/load-states.js';
import { toRecordLink } from '../../route.js';
import { RecordEditor } from './record-editor.js';
import { RecordRelations } from './record-relations.js';

interface Viewed {
  readonly value: unknown;
  readonly figures: readonly Figure[];
  readonly schema?: InputSchema;
}

/** A record: its charts, if its API defines any, and the stored JSON. */
interface RecordDetailsProps {
  readonly path: string;
  readonly collection: CollectionInfo;
  readonly recordKey: string;
}

export function RecordDetails({ path, collection, recordKey }: RecordDetailsProps) {
  const { value: record, error } = useControl<Viewed>(path);
  if (record === undefined) return <LoadingState error={error} />;
  const { figures, value, schema } = record;
  return (
    <>
      {schema === undefined ? null : (
        <RecordEditor key={path} path={path} schema={schema} value={value} back={toRecordLink(collection)} />
      )}
      <RecordRelations collection={collection} recordKey={recordKey} value={value} />
      {figures.length === 0 ? null : (
        <div class="figures">
          {figures.map((figure, index) => (
            <FigureView key={`${index} ${figure.title}`} figure={figure} />
          ))}
        </div>
      )}
      {figures.length === 0 ? (
        <JsonView value={value} />
      ) : (
        <details>
          <summary>Stored record</summary>
          <JsonView value={value} />
        </details>
      )}
    </>
  );
}
