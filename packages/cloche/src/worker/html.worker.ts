import type { HtmlRequest } from '../client/network/html-reader.ts';
import { describeHtml } from './describe-html.ts';

declare const self: {
  onmessage: ((event: MessageEvent<HtmlRequest>) => void) | null;
  postMessage(text: string): void;
};

self.onmessage = ({ data }) => self.postMessage(describeHtml(data));
