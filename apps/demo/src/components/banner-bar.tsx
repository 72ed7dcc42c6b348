import type { VNode } from 'preact';
import type { Demo } from '../state/demo.ts';

/** A message across the page, with what to do about it. */
export function BannerBar({ demo }: { demo: Demo }): VNode {
  const banner = demo.banner.value;
  const { save } = demo;
  const unsaved = save.value.kind === 'unsaved' ? save.value.reason : undefined;
  return (
    <div class="banners" role="status">
      {banner ? (
        <p class={`banner ${banner.kind}`}>
          <span>{banner.text}</span>
          {banner.action ? (
            <button type="button" onClick={() => banner.action?.run()}>
              {banner.action.label}
            </button>
          ) : null}
          <button
            type="button"
            onClick={() => {
              demo.banner.value = undefined;
            }}
          >
            Close
          </button>
        </p>
      ) : null}
      {unsaved ? <p class="banner error">Not saved: {unsaved}</p> : null}
    </div>
  );
}
