// The package names a file that it does not have as its module; the real one has no types of its own.
declare module '@xterm/headless/lib-headless/xterm-headless.mjs' {
  export { Terminal } from '@xterm/headless';
}
