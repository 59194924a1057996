import {
  all,
  answer,
  answerAt,
  type Change,
  changeAt,
  changeRefusal,
  type Deviations,
  describe,
  deviationTable,
  gone,
  objectOf,
  overlay,
  refuseWhen,
  renamePaths,
  requestBody,
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
const notRequired = (name: string, member: string): Change =>
  overlay({ target: `$.components.schemas.${name}.required[?@=='${member}']`, remove: true });

/** Deviations of the classification of inventory. */
export const inventoryClassification: Deviations = deviationTable({
  'inventory.classification-item.schema': answerAt(classes, 'results/*/isSeasonal', String),
  'inventory.classification-item.known-values': answerAt(classes, 'results/*/trend', (trend) =>
    String(trend).toLowerCase(),
  ),
  'inventory.classification-item.known-values#two-years: two years of steady growth have no trend': answer(
    classes,
    (body) =>
      changeAt(body, 'results/*', (item) =>
        String(objectOf(item)['datasetId']).startsWith('two-years-') ? { ...objectOf(item), trend: 'None' } : item,
      ),
  ),
  'inventory.classification-item.seasonalities': answerAt(classes, 'results/*/seasonalities/*', (month) =>
    String(months.indexOf(String(month)) + 1),
  ),
  'inventory.classification.operation': all(
    notRequired('InventoryClassificationRequest', 'abcDriver'),
    requestBody('startInventoryClassification', (body) => changeAt(body, 'abcDriver', (driver) => driver ?? 'revenue')),
  ),
  'inventory.classification.abc-driver': requestBody('startInventoryClassification', (body) =>
    changeAt(body, 'abcDriver', () => 'revenue'),
  ),
  'inventory.classification.date-range': refuseWhen(
    'startInventoryClassification',
    400,
    ({ body }) => objectOf(body)['dateRange'] === undefined,
  ),
  'inventory.classification.end-date-is-now': requestBody('startInventoryClassification', (body) =>
    changeAt(body, 'dateRange/endDate', () => gone),
  ),
  'inventory.classification.new-example': requestBody('startInventoryClassification', (body) =>
    changeAt(body, 'dateRange/endDate', () => gone),
  ),
  'inventory.classification-results.operation': renamePaths((path) =>
    path === '/io/inventory_classification_results' ? undefined : path,
  ),
  'inventory.classification.method-post': describe((document) => {
    const path = '/io/start_inventory_classification';
    const { post } = objectOf(document.paths?.[path]);
    return { ...document, paths: { ...document.paths, [path]: { get: post } } };
  }),
  'inventory.error.codes-classification-results': changeRefusal(classes, (refusal) =>
    /in progress/.test(refusal.message ?? '') ? { ...refusal, status: 409 } : refusal,
  ),
});
