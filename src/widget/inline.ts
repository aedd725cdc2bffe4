import * as banner from './banner';
import { startTag } from './start-tag';

// The parts of a first visit, to be written into the page itself: see `inline` of `consent.page()`.

/** Resolves after the first frame of the page, so that the banner does not hold it up; in hidden tabs soon. */
const painted = new Promise<void>((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 300);
});

const base = startTag(
  (load) =>
    async <T>(name: Parameters<typeof load>[0]) =>
      // Each name stands for one module, whose type its caller knows.
      name === 'banner' ? painted.then(() => banner as T) : load<T>(name),
);

// The next page has the script in the cache.
addEventListener('load', () => {
  fetch(`${base}widget.js`, { priority: 'low' }).catch(() => {});
});
