export { SANDBOX_POLICY } from './frame/content-security-policy.ts';
export { createFrameDocument } from './frame/frame-document.ts';
export type { KernelEnvironment, WorkerKind } from './frame/messages.ts';
export { type FrameSource, type Sandbox, type SandboxOptions, startSandbox } from './frame/sandbox-frame.ts';
export { createVirtualFileSystem, type VirtualFileSystem, WORKSPACE_ROOT } from './vfs/virtual-file-system.ts';
