// What older versions lack is added before anything else is loaded.
import { OLDEST_NODE } from './older-node.ts';
import { runGuest } from './run-guest.ts';

runGuest(OLDEST_NODE);
