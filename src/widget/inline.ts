import * as banner from './banner';
import { startTag } from './start-tag';
import sheet from './widget.css';

// What a first visit needs, for the page itself: see `inline` of `consent.page()`.

/** Resolves after the first frame of the page, so that the banner does not hold it up; in hidden tabs soon. */
const painted = new Promise<void>((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 300);
});

const base = startTag(({ chunk, css }) => ({
  // Each name stands for one module, whose type its caller knows.
  chunk: async <T>(name: string) =>
    name === 'banner' ? painted.then(() => banner as T) : chunk<T>(name as never),
  css: async (name) => (name === 'widget' ? sheet : css(name)),
}));

// The next page has the script in the cache.
addEventListener('load', () => {
  fetch(`${base}widget.js`, { priority: 'low' }).catch(() => {});
});
