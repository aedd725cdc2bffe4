import { type LocateVisitor, type ResolvedGroup, resolveGroup } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { RouteRequest } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { parseAcceptLanguage } from '#standards/locale/index';

/** The hints of a request's query. */
export interface Hints {
  readonly tz?: string | undefined;
  readonly lang?: string | undefined;
}

export interface VisitorPlace extends ResolvedGroup {
  /** Wanted languages, best first. */
  readonly languages: readonly string[];
  /** Whether they come from `Accept-Language`. */
  readonly usesLanguageHeader: boolean;
}

/** Finds the compliance group and the languages of a visitor. */
export type FindPlace = (
  request: Pick<RouteRequest, 'caller' | 'headers' | 'ip'>,
  hints: Hints,
) => Promise<VisitorPlace>;

export interface FindPlaceOptions {
  readonly compliance: Pick<ResolvedConfig['compliance'], 'type' | 'defaultGroup' | 'jurisdictions'>;
  readonly locate: LocateVisitor;
  readonly clock: Clock;
}

export function createFindPlace({ compliance, locate, clock }: FindPlaceOptions): FindPlace {
  return async (request, { tz, lang }) => {
    const named = parseAcceptLanguage(lang);
    const usesLanguageHeader = named.length === 0;
    const languages = usesLanguageHeader ? parseAcceptLanguage(request.headers['accept-language']) : named;
    const hints = { timezone: tz ?? null, languages, language: null, locale: null };
    const group = await resolveGroup(compliance, locate, hints, request, clock.now());
    return { ...group, languages, usesLanguageHeader };
  };
}
