/** Draws a page without words behind the banner. */
export function drawSketch(scheme: 'light' | 'dark'): void {
  const style = document.createElement('style');
  const [page, shape] = scheme === 'dark' ? ['#1b1b1a', '#2b2b29'] : ['#fff', '#ecebe8'];
  style.textContent = `
    :root { color-scheme: ${scheme}; background: ${page}; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
    body { margin: 0; padding: 24px; }
    .sketch { display: grid; gap: 16px; max-width: 960px; margin: auto; }
    .sketch div { height: 14px; border-radius: 4px; background: ${shape}; }
    .sketch div:nth-child(6n + 1) { height: 28px; width: 40%; }
    .sketch div:nth-child(6n + 2) { height: 180px; }
    .sketch div:nth-child(6n) { width: 70%; }`;
  document.head.append(style);
  const sketch = document.createElement('div');
  sketch.className = 'sketch';
  sketch.ariaHidden = 'true';
  sketch.append(...Array.from({ length: 18 }, () => document.createElement('div')));
  document.body.append(sketch);
}
