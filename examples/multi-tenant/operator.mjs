/**
 * Acts as the operator of the installation, through the admin API: creates a tenant for each shop, publishes
 * a profile in it, sets the site that can post consent, and creates an operator for this shop only.
 * @param shops `[{ slug, name, origin, operator: { email, password } }]`
 */
export async function openShops(api, { email, password }, shops) {
  const call = async (method, path, { token, tenantId, body } = {}) => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(tenantId && { 'X-Tenant-Id': tenantId }),
      },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.error}`);
    return answer;
  };

  const { token } = await call('POST', '/auth/login', { body: { email, password } });
  const adminRole = (await call('GET', '/roles', { token })).find(({ name }) => name === 'admin');
  for (const { slug, name, origin, operator } of shops) {
    const { id: tenantId } = await call('POST', '/tenants', { token, body: { slug, name } });
    const inShop = { token, tenantId };
    const { created } = await call('POST', '/setup/seed-profiles', {
      ...inShop,
      body: { groups: ['opt-in'] },
    });
    for (const { profileId } of created) {
      const { profileJson } = await call('GET', `/profiles/${profileId}`, inShop);
      const mainBanner = { ...profileJson.mainBanner, heading: `${name} asks` };
      await call('PUT', `/profiles/${profileId}`, {
        ...inShop,
        body: { name: `${name}, EU`, profileJson: { ...profileJson, mainBanner } },
      });
      await call('POST', `/profiles/${profileId}/activate`, inShop);
    }
    await call('PATCH', '/settings', { ...inShop, body: { allowedOrigins: [origin] } });
    await call('POST', '/users', {
      token,
      body: { name: `${name}'s operator`, ...operator, roleId: adminRole.id, allowedTenants: [tenantId] },
    });
  }
  await call('POST', '/auth/logout', { token });
}
