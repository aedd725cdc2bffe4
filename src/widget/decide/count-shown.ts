import type { Kit } from '../widget-types';

/**
 * Reports that the visitor has seen the banner: nothing but its version and language, the kind of device and the time
 * zone. The decision then says that it answers a banner that was counted. Nothing is stored or read on the device.
 */
export function countShown({ context, bootstrap, profile }: Kit): void {
  const { impressionSample, profileId, profileVersion, variant } = bootstrap;
  if (context.fields.shownOn || !impressionSample || Math.random() * impressionSample > 1) return;
  const note = (shownOn?: string) => {
    context.fields = { ...context.fields, shownOn };
  };
  const device = innerWidth < 600 ? 'phone' : innerWidth < 1024 ? 'tablet' : 'desktop';
  note(device);
  const body = JSON.stringify({
    profileId,
    profileVersion,
    variant,
    locale: profile.currentLocale,
    device,
    timezone: context.readHints().get('tz') ?? undefined,
  });
  context
    .call<{ counted: boolean }>('impressions', ({ counted }) => counted, {
      method: 'POST',
      body,
      credentials: 'omit',
      keepalive: true,
    })
    .catch(() => note());
}
