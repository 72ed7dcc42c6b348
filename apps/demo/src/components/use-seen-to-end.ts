import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Within so many pixels of its end an element counts as scrolled to the end. */
const TOLERANCE_PX = 4;

/**
 * Says whether the end of a scrolling element has been in its view since `contents` became what it is: at once for one
 * that needs no scrolling.
 */
export function useSeenToEnd<Kind extends HTMLElement>(
  contents: unknown,
): { readonly ref: RefObject<Kind | null>; readonly isSeen: ReadonlySignal<boolean> } {
  const ref = useRef<Kind>(null);
  const isSeen = useSignal(false);
  useEffect(() => {
    isSeen.value = false;
    const element = ref.current;
    if (!element) {
      isSeen.value = true;
      return undefined;
    }
    const look = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = element;
      // One that is hidden, as a panel that is not shown, has no height and was not seen.
      if (clientHeight > 0 && scrollTop + clientHeight >= scrollHeight - TOLERANCE_PX) isSeen.value = true;
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [contents, isSeen]);
  return { ref, isSeen };
}
