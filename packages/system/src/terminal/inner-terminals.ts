import type { InnerTerminal, TerminalSize } from './terminal.ts';

/** The terminals behind another one. */
export interface InnerTerminals {
  add(inner: InnerTerminal): void;
  remove(inner: InnerTerminal): void;
  /** Returns the one that what is typed is for while a group has the foreground. */
  readerIn(group: number): InnerTerminal | undefined;
  resize(size: TerminalSize): void;
  heldBytes(): number;
}

/** Creates an empty list. Of two programs in the foreground the one that reads the terminal gets the keys, else the first. */
export function createInnerTerminals(): InnerTerminals {
  const all = new Set<InnerTerminal>();
  return {
    add: (inner) => void all.add(inner),
    remove: (inner) => void all.delete(inner),
    readerIn(group) {
      const inForeground = [...all].filter((inner) => inner.group === group);
      return inForeground.find(({ isInput }) => isInput) ?? inForeground[0];
    },
    resize(size) {
      for (const inner of all) inner.resize(size);
    },
    heldBytes: () => [...all].reduce((sum, inner) => sum + inner.heldBytes, 0),
  };
}
