import { ConsentEmbed, Consented, useConsent } from 'express-consent/vue';
import { defineComponent, h } from 'vue';

const Settings = defineComponent(() => {
  const { decided, open } = useConsent();
  return () => h('button', { type: 'button', onClick: open }, decided.value ? 'Change my choice' : 'Choose');
});

export const Shop = defineComponent(() => () => [
  h('h1', 'Consent with Vue'),
  h(Settings),
  h(
    Consented,
    { category: 'analytics' },
    {
      default: () => h('p', 'Visits are measured.'),
      fallback: () => h('p', 'Nothing is measured.'),
    },
  ),
  h(ConsentEmbed, { category: 'marketing', src: '/', title: 'Film', width: 320, height: 180 }),
]);
