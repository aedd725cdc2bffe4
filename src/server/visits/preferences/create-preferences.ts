import { randomBytes } from 'node:crypto';
import { findShownVersion, type ProfileCatalogue, type PublishedProfile } from '#banners/profiles/index';
import type { PublishedFile, PublishedReader } from '#banners/publishing/index';
import { widgetWordLocales } from '#content/widget-words/index';
import { withVariant } from '#layers/index';
import type { Feature } from '#platform/feature';
import type { ErrorPage, RouteRequest } from '#platform/http/route';
import { type Clock, millisecondsPerDay } from '#platform/kernel/clock';
import { unavailable, validationFailed } from '#platform/kernel/errors';
import {
  readChoiceStates,
  type ServiceAnswers,
  toUndecidedCategories,
  toUndecidedChoice,
} from '#standards/choice/index';
import { hasGpcSignal } from '#standards/gpc/index';
import { findLocale } from '#standards/locale/index';
import type { FindPlace } from '../bootstrap/index';
import { createErrorPage } from './error-page';
import { type WrittenPage, writeEmptyPage } from './plain-page';
import { writePreferencesPage } from './preferences-page';
import { preferencesRoutes } from './preferences-routes';
import type { PreferencesForm, PreferencesQuery } from './preferences-schemas';
import { findSendingPage, maxReturn, readReturn, writeQuery } from './return-address';
import { type States, toFormChoice } from './to-consent';

// Why: docs/adr/0100-consent-without-scripts.md

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

/** The records of visitors, as this page uses them. */
export interface VisitorRecords {
  /** @throws ServiceError `origin_not_allowed` unless a page of the same site sends the form */
  requireSameSite(request: AnyRequest): void;
  /** Records a decision as `POST /consent` does. Returns the `Set-Cookie` values. */
  submit(
    request: AnyRequest,
    decision: {
      readonly formId: string;
      readonly input: {
        readonly profileId: string;
        readonly profileVersion: number;
        readonly variant?: string;
        readonly consentJson: States;
        readonly locale?: string;
        readonly method: 'accept' | 'refuse' | 'save' | 'gpc';
        readonly layer: 'banner' | 'preferences' | 'gpc' | 'age';
        readonly services?: ServiceAnswers;
        readonly gpcOverride?: boolean;
        readonly ageVerified?: boolean;
      };
    },
  ): Promise<readonly string[]>;
  /** Returns the record of the visitor whom the cookies name; null without one. */
  findOwn(request: AnyRequest): Promise<{
    readonly consent: {
      readonly id: string;
      readonly profileId: string;
      readonly profileVersion: number;
      readonly variant: string | null;
      readonly visitorId: string;
      readonly group: string | null;
      readonly updatedAt: number;
      readonly ageVerified: boolean | null;
      readonly parentalConsent: 'pending' | 'granted' | null;
      readonly gpcOverride: boolean | null;
    };
    readonly states: States | undefined;
    readonly services: ServiceAnswers | undefined;
    readonly valid: boolean;
  } | null>;
}

export interface PreferencesOptions {
  readonly findPlace: FindPlace;
  readonly published: PublishedReader;
  readonly catalogue: ProfileCatalogue;
  readonly records: VisitorRecords;
  /** Returns the text of a style sheet of the widget; empty when it has not been built. */
  readonly readSheet: (name: string) => Promise<string>;
  readonly clock: Clock;
}

export interface PreferencesFeature extends Feature {
  /** Writes the page of an error on any route that visitors open by a link or a form. */
  readonly errorPage: ErrorPage;
}

/** Creates the page on which visitors choose without scripts, and the form behind it and behind the banner. */
export function createPreferences(options: PreferencesOptions): PreferencesFeature {
  const { findPlace, published, catalogue, records, readSheet, clock } = options;

  async function readStyle(): Promise<string> {
    return (await Promise.all(['widget.css', 'page.css'].map(readSheet))).join('');
  }

  /**
   * Finds what this visitor is asked: the profile of their decision's group, else of their place.
   * @param asked group of the profile about which they were asked already
   */
  async function findShown(
    request: AnyRequest,
    hints: { readonly tz?: string; readonly lang?: string },
    asked: string | null = null,
  ) {
    const own = await records.findOwn(request);
    const place = await findPlace(request, hints);
    const read = (group: string) =>
      published.read(
        { tenantId: request.tenantId, group },
        ({ locales, defaultLocale }) => findLocale(place.languages, locales) ?? defaultLocale,
      );
    const group = asked ?? own?.consent.group;
    const file = (group ? await read(group) : null) ?? (await read(place.complianceGroup));
    return { own, place, shown: file === null ? null : { file, profile: parse(file) } };
  }

  type Found = Awaited<ReturnType<typeof findShown>>;

  /**
   * Returns the question about the visitor's age; null where it is not asked, answered, or a parent has agreed. Who was too
   * young is not asked again for a day, so that nobody can go back and answer otherwise.
   */
  function findAgeGate({ own, place, shown }: Found) {
    const { ageGate } = shown?.profile ?? {};
    const age = ageGate && (ageGate.minimumAge ?? place.childAge);
    if (!ageGate || !age) return null;
    const { ageVerified, parentalConsent, profileId, updatedAt } = own?.consent ?? {};
    const hasAgreed = parentalConsent === 'granted' && profileId === shown?.file.profileId;
    if (ageVerified === true || hasAgreed) return null;
    const isRecent = updatedAt !== undefined && clock.now() - updatedAt < millisecondsPerDay;
    return {
      age,
      ask: ageGate.ask,
      isTooYoung: Boolean(parentalConsent) || (ageVerified === false && isRecent),
    };
  }

  async function show(
    request: RouteRequest<unknown, PreferencesQuery>,
  ): Promise<WrittenPage & { isFound: boolean }> {
    const { query, mountPath } = request;
    const found = await findShown(request, { tz: query.tz, lang: query.locale ?? query.lang });
    const { own, place, shown } = found;
    const css = await readStyle();
    if (shown === null) {
      const locale = findLocale(place.languages, widgetWordLocales) ?? 'en';
      return { isFound: false, ...writeEmptyPage(locale, css) };
    }
    const { file } = shown;
    const variant = findVariant(own, shown);
    const profile = withVariant(shown.profile, variant);
    const gpcSignal = hasGpcSignal(request.headers['sec-gpc']);
    const source = {
      complianceGroup: profile.complianceGroup,
      cookies: profile.cookies,
      categories: profile.preferenceModal.categories,
    };
    const isHeeded = gpcSignal && profile.gpcMode !== 'ignore';
    const signalled = toUndecidedCategories(source).filter(({ listensToGpc }) => isHeeded && listensToGpc);
    const states =
      own?.states ?? readChoiceStates(toUndecidedChoice({ gpcMode: profile.gpcMode, ...source }), gpcSignal);
    const returnTo = findReturn(request);
    const { tenantId, tz } = query;
    const address = `${mountPath}/preferences`;
    const toQuery = (values: Readonly<Record<string, string | null | undefined>>) =>
      writeQuery(address, { tenantId, ...values });
    return {
      isFound: true,
      ...writePreferencesPage(
        {
          profile,
          version: file.version,
          states,
          services: own?.services ?? {},
          signalled: signalled.map(({ id }) => id),
          isSignalBinding: profile.gpcMode === 'strict',
          isOptOut: place.gpcBinding,
          record: own && {
            id: own.consent.id,
            decidedAt: own.consent.updatedAt,
            receipt: writeQuery(`${mountPath}/consent/${encodeURIComponent(own.consent.visitorId)}/receipt`, {
              tenantId,
            }),
          },
          isSaved: query.saved !== undefined && own !== null,
          ageGate: findAgeGate(found),
          action: toQuery({}),
          fields: {
            profileId: file.profileId,
            profileVersion: String(file.version),
            ...(variant !== undefined && { variant }),
            locale: profile.currentLocale,
            layer: 'preferences',
            form: randomBytes(16).toString('base64url'),
            return: returnTo,
          },
          returnTo,
          toLocale: (other) => toQuery({ locale: other, tz, return: returnTo }),
        },
        css,
      ),
    };
  }

  /** Records the decision of a form. Returns where the browser goes next, with the cookies. */
  async function decide(request: RouteRequest<unknown, { readonly tenantId?: string }, PreferencesForm>) {
    const { body: form, query, mountPath } = request;
    const profileVersion = Number(form.profileVersion);
    const named = await catalogue.byId(form.profileId);
    const facts = named && (await findShownVersion(catalogue, named, profileVersion));
    const against = named && { ...(facts ?? named), group: named.group };
    const found = await findShown(request, { lang: form.locale }, named?.group);
    const own = found.own?.consent.profileId === form.profileId ? found.own : null;
    const choice =
      against &&
      toFormChoice(
        form,
        against,
        hasGpcSignal(request.headers['sec-gpc']),
        own && {
          states: own.states ?? {},
          services: own.services ?? {},
          isValid: own.valid,
          isConfirmed: own.consent.gpcOverride === true,
        },
      );
    if (against && choice === null)
      throw validationFailed({ path: '', message: 'must contain `accept`, `refuse`, `save` or `gpc`' });
    const ownPage = { tenantId: query.tenantId, locale: form.locale, return: readReturn(form.return) };
    const toOwnPage = (more = {}) => writeQuery(`${mountPath}/preferences`, { ...ownPage, ...more });
    const gate = findAgeGate(found);
    const hasAge = form.age !== undefined || form.birthYear !== undefined || gate?.isTooYoung === true;
    // The form was written before the profile asked for the age. A refusal needs none.
    if (gate !== null && !hasAge && choice !== null && choice.method !== 'refuse')
      return { location: toOwnPage(), cookies: [] };
    const isOldEnough = gate === null || (!gate.isTooYoung && isOfAge(form, gate, clock.now()));
    const refusal = against && toFormChoice({ ...form, refuse: '!', accept: undefined }, against, false);
    const decided = isOldEnough ? choice : refusal;
    const cookies = await records.submit(request, {
      formId: form.form,
      input: {
        profileId: form.profileId,
        profileVersion,
        // A profile that does not exist is refused with the rest of the submission.
        consentJson: decided?.consentJson ?? {},
        method: decided?.method ?? 'save',
        layer: isOldEnough || !hasAge ? form.layer : 'age',
        ...(decided?.services && { services: decided.services }),
        ...(decided?.gpcOverride && { gpcOverride: true }),
        ...(form.variant !== undefined && { variant: form.variant }),
        ...(form.locale !== undefined && { locale: form.locale }),
        ...(gate !== null && hasAge && { ageVerified: isOldEnough }),
      },
    });
    const page = form.layer === 'preferences' ? null : findSendingPage(request, form.return);
    return { location: page ?? toOwnPage({ saved: '1' }), cookies };
  }

  const errorPage = createErrorPage(readStyle);
  return {
    errorPage,
    publicRoutes: preferencesRoutes({ show, decide, requireSameSite: records.requireSameSite, errorPage }),
  };
}

/** Returns the variant on which the visitor decided, else A; undefined where no experiment runs. */
function findVariant(
  own: Awaited<ReturnType<VisitorRecords['findOwn']>>,
  { file, profile }: { readonly file: PublishedFile; readonly profile: PublishedProfile },
): string | undefined {
  const isOfVersion =
    own?.consent.profileId === file.profileId && own.consent.profileVersion === file.version;
  const wanted = (isOfVersion && own.consent.variant) || 'A';
  return profile.variants && Object.hasOwn(profile.variants, wanted) ? wanted : undefined;
}

/** Returns the page of the same origin from which the visitor came; null when there is none. */
function findReturn(request: RouteRequest<unknown, PreferencesQuery>): string | null {
  const page = findSendingPage(request, request.query.return);
  // The form sends it back.
  if (page === null || page.length > maxReturn) return null;
  return page.startsWith('/') && !page.startsWith(`${request.mountPath}/`) ? page : null;
}

function isOfAge(
  { age, birthYear }: PreferencesForm,
  gate: { age: number; ask: string },
  now: number,
): boolean {
  if (gate.ask !== 'birthYear') return age === 'yes';
  // The birthday of this year may be still to come, so the year itself is not enough.
  return birthYear !== undefined && new Date(now).getUTCFullYear() - Number(birthYear) > gate.age;
}

/** @throws ServiceError `unavailable` for a file that is damaged in storage */
function parse({ bytes }: PublishedFile): PublishedProfile {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw unavailable({ cause });
  }
}
