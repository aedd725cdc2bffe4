import { consentPlugin } from 'express-consent/vue';
import { createSSRApp } from 'vue';
import { Shop } from './shop.js';

const choice = JSON.parse(document.getElementById('choice').textContent);
createSSRApp(Shop).use(consentPlugin, choice).mount('#app');
