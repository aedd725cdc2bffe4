/**
 * Returns the address of the dashboard, which is served next to the admin API.
 * @param adminApi path or address of the admin API
 * @param path `dashboard.path`
 */
export const findDashboard = (adminApi: string, path: string): string =>
  `${adminApi.replace(/\/admin\/v1$/, '')}${path}`;
