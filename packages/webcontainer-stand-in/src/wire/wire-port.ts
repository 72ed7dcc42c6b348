/** One end of a line on which whole messages go both ways; a message may hold ends of other lines. */
export interface WirePort {
  /** Sends a message. Throws when it cannot be copied. */
  post(message: unknown): void;
  /** Sets who hears messages; called once. */
  listen(listener: (message: unknown) => void): void;
  /** Ends the line on both sides. */
  close(): void;
}

/** Makes lines: what is put into a message as `far` arrives as a port at the other side. */
export type OpenPort = () => { readonly near: WirePort; readonly far: unknown };
