export { BootError, type BootErrorCode } from './host/boot-error.ts';
export {
  type BootProgress,
  bootWebContainer,
  type WebContainerConnection,
  type WebContainerOptions,
} from './host/boot-webcontainer.ts';
export type {
  Container,
  ContainerClient,
  ContainerFiles,
  ContainerProcess,
  ContainerSpawnOptions,
  ContainerWatchListener,
  CrossOriginEmbedding,
} from './host/container.ts';
export type { ContainerEvent } from './host/container-events.ts';
export type { After, HostPlatform } from './host/host-platform.ts';
