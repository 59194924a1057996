import { parentPort, workerData } from 'node:worker_threads';
import { forecast, train } from '@understudy/engine-forecasting';

parentPort.once('message', () => {
  const { work, currentDate } = workerData;
  let points = 0;
  for (const sales of work) {
    const model = train(sales, { frequency: 'D', horizon: 28, currentDate });
    points += forecast(model, sales, { currentDate }).length;
  }
  parentPort.postMessage(points);
});
parentPort.postMessage('ready');
