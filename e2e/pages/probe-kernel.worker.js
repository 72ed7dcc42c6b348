// The product's kernel with one more program, for tests only: `probe` starts a worker as program workers are started,
// runs the source on its standard input there, and prints what the worker reports.
import { composeKernel, startClassicWorker, startKernel } from '@cloche/offline/kernel';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const probe =
  (workerKind) =>
  async ({ stdin, stdout }) => {
    let source = '';
    for (;;) {
      const bytes = await stdin.read();
      if (bytes.length === 0) break;
      source += decoder.decode(bytes, { stream: true });
    }
    const worker = startClassicWorker(source, workerKind, 'probe');
    const report = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => resolve({ failed: event.message });
    });
    worker.terminate();
    await stdout.write(encoder.encode(`${JSON.stringify(report)}\n`));
    return 0;
  };

startKernel((start) => composeKernel(start, { probe: probe(start.workerKind) }));
