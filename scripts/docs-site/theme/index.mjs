import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

/** Leads to the other versions of the documentation; with a single one, only names it. */
const VersionSwitcher = {
  setup() {
    const { site, theme } = useData();
    const open = ({ target }) => {
      const root = site.value.base.replace(/[^/]+\/$/, '');
      window.location.href = `${root}${target.value}/`;
    };
    return () => {
      const { version, versions } = theme.value;
      if (versions.length < 2) return h('span', { class: 'version' }, version);
      const options = versions.map((name) => h('option', { value: name, selected: name === version }, name));
      return h('select', { class: 'version', 'aria-label': 'Version', onChange: open }, options);
    };
  },
};

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-before': () => h(VersionSwitcher),
    }),
};
