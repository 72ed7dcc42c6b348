import { parentPort } from 'node:worker_threads';
import { serveQueryEngine } from './serve-query-engine.ts';

if (parentPort) serveQueryEngine(parentPort);
