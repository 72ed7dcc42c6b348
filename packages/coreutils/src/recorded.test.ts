import { describeRecordedCalls } from './testing/recorded-calls.ts';

describeRecordedCalls();
