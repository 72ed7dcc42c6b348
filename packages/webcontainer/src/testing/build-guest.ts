import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles a guest from its source, as the build does from what the compiler wrote. */
export async function buildGuest(entry = '../guest/guest.ts'): Promise<Uint8Array<ArrayBuffer>> {
  const build = await rolldown({
    input: fileURLToPath(new URL(entry, import.meta.url)),
    platform: 'node',
    external: ['@lydell/node-pty'],
    logLevel: 'silent',
    resolve: { conditionNames: ['cloche-source', 'node', 'import', 'module', 'default'] },
    treeshake: { moduleSideEffects: false },
    transform: { target: 'node18' },
  });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false });
  await build.close();
  return new TextEncoder().encode(output[0].code);
}
