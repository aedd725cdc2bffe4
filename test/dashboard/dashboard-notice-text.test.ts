import { htmlToLines } from '../../src/dashboard/words/html-to-lines';

test.each([
  ['<p>One &amp; two.</p><p>Three</p>', ['One & two.', 'Three']],
  ['First<br>second<br/>third', ['First', 'second', 'third']],
  ['<ul><li>A</li><li>B</li></ul>', ['A', 'B']],
  ['See <a class="x" href="/privacy">our <b>policy</b></a>.', ['See our policy (/privacy).']],
  ['Or <a href="#" data-consent-open>choose</a>.', ['Or choose.']],
  ['&lt;b&gt; &#39;x&#39; &#x1F36A; &nbsp;&unknown; &#99999999;', ["<b> 'x' 🍪 &unknown; &#99999999;"]],
  ['  <p> </p>\n ', []],
])('the lines of %j', (html, lines) => {
  expect(htmlToLines(html)).toEqual(lines);
});
