import type { HostMethod, HostMethods } from '../host/tool-host.ts';
import type { AppMethod, AppMethods } from './network-methods.ts';
import type { TransferredError } from './transferred-error.ts';

/** Version of the messages; both ends ship together, so another version is an error, never a negotiation. */
export const WIRE_VERSION = 1;

/** From the runner to the machine. */
export type RunnerMessage =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly method: HostMethod;
      readonly params: HostMethods[HostMethod]['params'];
    }
  | { readonly kind: 'cancel'; readonly id: number }
  /** The runner has passed on so much of a call's output; the machine sends no more than a window ahead. */
  | { readonly kind: 'output_taken'; readonly id: number; readonly bytes: number }
  /** What the machine asked for, by the id of its asking. */
  | { readonly kind: 'answer'; readonly id: number; readonly value: AppMethods[AppMethod]['result'] }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: TransferredError };

/** From the machine to the runner. */
export type MachineMessage =
  /** The machine is up; sent once, first. */
  | { readonly kind: 'hello'; readonly version: number }
  | { readonly kind: 'output'; readonly id: number; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly kind: 'result'; readonly id: number; readonly value: HostMethods[HostMethod]['result'] }
  | { readonly kind: 'error'; readonly id: number; readonly error: TransferredError }
  /** Files changed outside a call, or in one; sent once until `take_changes`. */
  | { readonly kind: 'files_changed' }
  /** The machine wants something that only the app has: the network. */
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly method: AppMethod;
      readonly params: AppMethods[AppMethod]['params'];
    }
  | { readonly kind: 'ask_cancel'; readonly id: number };

/** A two-way line that keeps order and clones messages: a `MessagePort`, a worker, or a pair in a test. */
export interface Channel {
  /** Sends a message; the buffers are transferred. */
  post(message: RunnerMessage | MachineMessage, transfer: ArrayBuffer[]): void;
  /** Sets who hears the messages; called once, before anything is sent. What is heard is not yet trusted. */
  listen(onMessage: (message: unknown) => void): void;
  close(): void;
}
