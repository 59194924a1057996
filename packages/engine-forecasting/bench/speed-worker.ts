import { parentPort, workerData } from 'node:worker_threads';
import { forecast, type Sale, train } from '@understudy/engine-forecasting';

if (parentPort === null) throw new Error('This is a worker thread');
const port = parentPort;

port.once('message', () => {
  const { work, currentDate }: { work: readonly Sale[][]; currentDate: string } = workerData;
  let points = 0;
  for (const sales of work) {
    const model = train(sales, { frequency: 'D', horizon: 28, currentDate });
    points += forecast(model, sales, { currentDate }).length;
  }
  port.postMessage(points);
});
port.postMessage('ready');
