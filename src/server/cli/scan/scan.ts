import type { Browser } from 'playwright-core';
import type { Report } from '../progress';
import { UsageError } from '../usage-error';
import type { Times } from './browser/open-page';
import { createOwnHosts } from './browser/record-requests';
import type { PlaceObservation } from './compare/compare';
import { discoverPages, findService } from './discover';
import type { Device, Visitor } from './observation';
import { listExamplePlaces, type PlaceHeaders, placeFault, type ScanPlace } from './places';
import type { PublishedProfile } from './published-profile';
import { runSession } from './run-session';
import { fetchProfile, type ServiceAddress } from './service-client';
import type { StateFile } from './state-file';
import { describeVisitor, planVisitors } from './visitors';

export interface ScanOptions {
  readonly urls: readonly string[];
  /** Most pages to visit. */
  readonly limit: number;
  readonly times: Times;
  /** `all`: one place of each group that has an active profile. */
  readonly places: readonly ScanPlace[] | 'all';
  readonly placeHeaders: PlaceHeaders | null;
  readonly devices: readonly Device[];
  /** Absent: found by the tag of the pages. */
  readonly service?: ServiceAddress;
  readonly ownHosts: readonly string[];
}

export interface ScanTools {
  readonly browser: Browser;
  readonly saved: StateFile;
  readonly report: Report;
  /** Reports something that the scan could not do. */
  readonly notify: (line: string) => void;
  readonly isOver: () => boolean;
}

/** Visits a site as several visitors. @throws UsageError without a service, or when it is interrupted */
export async function scan(options: ScanOptions, tools: ScanTools): Promise<PlaceObservation[]> {
  const { saved, browser } = tools;
  const { state } = saved;
  state.service ??= options.service ?? (await findService(browser, options.urls, options.times));
  if (state.service === null)
    throw new UsageError(
      'No page has the tag of express-consent. Check the addresses, or name the service with --service',
    );
  if (state.places.length === 0)
    for (const { place, profile } of await selectPlaces(options, state.service, tools.notify))
      state.places.push({ place, profile, sessions: [] });

  const { frontier, delayMs, addSitemaps } = await discoverPages(
    state.pages.length > 0 ? state.pages : options.urls,
    options.limit,
  );
  const isNew = state.pages.length === 0;
  if (isNew) await addSitemaps();
  const plans = state.places.map((place) => ({
    place,
    visitors: planVisitors(place.profile, place.place.code, options.devices),
  }));
  const visitorCount = plans.reduce((sum, { visitors }) => sum + visitors.length, 0);
  let done = 0;
  const isOwnHost = createOwnHosts([...options.urls, state.service.base], options.ownHosts);
  for (const { place, visitors } of plans) {
    // Tag managers choose by the place.
    const pagesWithoutWidget = new Set<string>();
    for (const visitor of visitors) {
      if (place.sessions.some((session) => isSame(session.visitor, visitor))) {
        done += frontier.pages.length;
        continue;
      }
      const session = await runSession(browser, {
        visitor,
        place: place.place,
        profile: place.profile,
        pages: frontier.pages,
        times: { ...options.times, delay: Math.max(options.times.delay, delayMs) },
        isOwnHost,
        pagesWithoutWidget,
        ...(state.pages.length === 0 && { addLinks: frontier.add }),
        onPage() {
          if (tools.isOver())
            throw new UsageError('The scan was interrupted; with --state it continues where it stopped');
          done += 1;
          tools.report(done, Math.max(done, visitorCount * frontier.pages.length));
        },
      });
      if (session.pages.length === 0)
        tools.notify(`No page could be checked as: ${describeVisitor(visitor)}`);
      place.sessions.push(session);
      state.pages = [...frontier.pages];
      await saved.save();
    }
  }
  return state.places;
}

const isSame = (a: Visitor, b: Visitor) => a.kind === b.kind && a.device === b.device;

/** Asks the service what it shows in each place; of places with the same rules it keeps the first. */
async function selectPlaces(
  { places, placeHeaders }: ScanOptions,
  service: ServiceAddress,
  notify: (line: string) => void,
): Promise<{ place: ScanPlace; profile: PublishedProfile }[]> {
  const isAll = places === 'all';
  const selected: { place: ScanPlace; profile: PublishedProfile }[] = [];
  for (const place of isAll ? listExamplePlaces(placeHeaders) : places) {
    const profile = await fetchProfile(service, place);
    if (profile === null) throw new UsageError(`The service at ${service.base} gave no usable answer`);
    const fault = placeFault(place, profile);
    const isWrongCountry = fault !== null && profile.country !== place.code?.split('-')[0];
    const isKnown = selected.some((other) => other.profile.group === profile.group);
    if (isAll && (!profile.found || isWrongCountry || isKnown)) continue;
    if (fault !== null) notify(`${fault}${isWrongCountry ? '; this place is left out' : ''}`);
    if (!isWrongCountry) selected.push({ place, profile });
  }
  if (selected.length === 0)
    throw new UsageError(
      'No place can be checked: use a place that the service recognises, or name its headers with --place-headers',
    );
  return selected;
}
