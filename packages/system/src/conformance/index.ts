export { describeFileSystem } from './file-system.suite.ts';
export { describeProcessHost, type ProcessHostFixture } from './process-host.suite.ts';
export type { ExpectedFailures, TestApi } from './test-api.ts';
