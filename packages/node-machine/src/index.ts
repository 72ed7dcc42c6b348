export { createNodeMachine, type NodeMachine } from './compose.ts';
export { type HostOpenFile, openHostDescriptor } from './host-descriptor.ts';
export { createNodeFileSystem } from './node-file-system.ts';
export { createNodeProcessHost } from './node-process-host.ts';
