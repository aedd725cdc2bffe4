// Shows one of the four languages; without JavaScript all of them are visible.
const requested = new URLSearchParams(location.search).get('lang');
const articles = [...document.querySelectorAll('article')];
const shown = articles.find((article) => article.lang === requested) ?? articles[0];

for (const article of articles) article.hidden = article !== shown;
document.documentElement.lang = shown.lang;
document.documentElement.dir = shown.dir || 'ltr';
document.title = `${shown.querySelector('h1').textContent} – Fernhill`;
