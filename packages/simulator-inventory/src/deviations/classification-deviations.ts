import {
  changeAtPath,
  changeDescription,
  changeErrorResult,
  changeRequestBody,
  changeResponseAt,
  changeResponseBody,
  combineChanges,
  createDeviationTable,
  type DeviationTable,
  makeOptional,
  rejectWhen,
  removedMarker,
  renamePaths,
  toJsonObject,
} from '@understudy/kernel/deviations';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const classes = 'getInventoryClassificationResults';

export const classificationDeviations: DeviationTable = createDeviationTable({
  'inventory.classification-item.schema': changeResponseAt(classes, 'results/*/isSeasonal', String),
  'inventory.classification-item.known-values': changeResponseAt(classes, 'results/*/trend', (trend) =>
    String(trend).toLowerCase(),
  ),
  'inventory.classification-item.known-values#two-years: two years of steady growth have no trend': changeResponseBody(
    classes,
    (body) =>
      changeAtPath(body, 'results/*', (item) =>
        String(toJsonObject(item)['datasetId']).startsWith('two-years-')
          ? { ...toJsonObject(item), trend: 'None' }
          : item,
      ),
  ),
  'inventory.classification-item.seasonalities': changeResponseAt(classes, 'results/*/seasonalities/*', (month) =>
    String(months.indexOf(String(month)) + 1),
  ),
  'inventory.classification.operation': combineChanges(
    makeOptional('InventoryClassificationRequest', 'abcDriver'),
    changeRequestBody('startInventoryClassification', (body) =>
      changeAtPath(body, 'abcDriver', (driver) => driver ?? 'revenue'),
    ),
  ),
  'inventory.classification.abc-driver': changeRequestBody('startInventoryClassification', (body) =>
    changeAtPath(body, 'abcDriver', () => 'revenue'),
  ),
  'inventory.classification.date-range': rejectWhen(
    'startInventoryClassification',
    400,
    ({ body }) => toJsonObject(body)['dateRange'] === undefined,
  ),
  'inventory.classification.end-date-is-now': changeRequestBody('startInventoryClassification', (body) =>
    changeAtPath(body, 'dateRange/endDate', () => removedMarker),
  ),
  'inventory.classification.new-example': changeRequestBody('startInventoryClassification', (body) =>
    changeAtPath(body, 'dateRange/endDate', () => removedMarker),
  ),
  'inventory.classification-results.operation': renamePaths((path) =>
    path === '/io/inventory_classification_results' ? undefined : path,
  ),
  'inventory.classification.method-post': changeDescription((document) => {
    const path = '/io/start_inventory_classification';
    const { post } = toJsonObject(document.paths?.[path]);
    return { ...document, paths: { ...document.paths, [path]: { get: post } } };
  }),
  'inventory.error.codes-classification-results': changeErrorResult(classes, (refusal) =>
    /in progress/.test(refusal.message ?? '') ? { ...refusal, status: 409 } : refusal,
  ),
});
