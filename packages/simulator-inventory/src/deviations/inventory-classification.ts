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
  'inventory.classification-item.schema: isSeasonal is text': answerAt(classes, 'results/*/isSeasonal', String),
  'inventory.classification-item.known-values: the trend is in lower case': answerAt(
    classes,
    'results/*/trend',
    (trend) => String(trend).toLowerCase(),
  ),
  'inventory.classification-item.known-values#two-years: two years of steady growth have no trend': answer(
    classes,
    (body) =>
      changeAt(body, 'results/*', (item) =>
        String(objectOf(item)['datasetId']).startsWith('two-years-') ? { ...objectOf(item), trend: 'None' } : item,
      ),
  ),
  'inventory.classification-item.seasonalities: months are numbers': answerAt(
    classes,
    'results/*/seasonalities/*',
    (month) => String(months.indexOf(String(month)) + 1),
  ),
  'inventory.classification.operation: abcDriver is chosen silently when it is missing': all(
    notRequired('InventoryClassificationRequest', 'abcDriver'),
    requestBody('startInventoryClassification', (body) => changeAt(body, 'abcDriver', (driver) => driver ?? 'revenue')),
  ),
  'inventory.classification.abc-driver: abcDriver is ignored': requestBody('startInventoryClassification', (body) =>
    changeAt(body, 'abcDriver', () => 'revenue'),
  ),
  'inventory.classification.date-range: dateRange is required': refuseWhen(
    'startInventoryClassification',
    400,
    ({ body }) => objectOf(body)['dateRange'] === undefined,
  ),
  'inventory.classification.end-date-is-now: sales after endDate still count': requestBody(
    'startInventoryClassification',
    (body) => changeAt(body, 'dateRange/endDate', () => gone),
  ),
  'inventory.classification.new-example: whether a dataset is new depends on today only': requestBody(
    'startInventoryClassification',
    (body) => changeAt(body, 'dateRange/endDate', () => gone),
  ),
  'inventory.classification-results.operation: classification results are not served apart from other results':
    renamePaths((path) => (path === '/io/inventory_classification_results' ? undefined : path)),
  'inventory.classification.method-post: a classification is started by GET only': describe((document) => {
    const path = '/io/start_inventory_classification';
    const { post } = objectOf(document.paths?.[path]);
    return { ...document, paths: { ...document.paths, [path]: { get: post } } };
  }),
  'inventory.error.codes-classification-results: results of a running job answer 409': changeRefusal(
    classes,
    (refusal) => (/in progress/.test(refusal.message ?? '') ? { ...refusal, status: 409 } : refusal),
  ),
});
