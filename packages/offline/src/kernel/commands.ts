import { createCommandTable } from '@cloche/coreutils';
import { replayScreen } from '@cloche/tools/screen';

// A file of its own, so that the kernel starts before the commands are compiled: its text comes with the kernel's, and
// is evaluated when the first command runs.

export { createCommandTable, replayScreen };
