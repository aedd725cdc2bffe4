/** Names of the colours of a theme; the page can override each as `--svc-<name>`. */
export const themeColours = ['background', 'text', 'primary', 'onPrimary', 'secondary', 'line'];
