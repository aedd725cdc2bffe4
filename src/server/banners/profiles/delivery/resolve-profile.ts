import type { IncomingHttpHeaders } from 'node:http';
import { Type } from '@sinclair/typebox';
import type { GeoQuery } from '#platform/geo/geo-provider';
import type { RouteRequest } from '#platform/http/route';
import { validationFailed } from '#platform/kernel/errors';
import { complianceGroups, isBuiltInGroup } from '#standards/compliance/index';
import {
  type JurisdictionMatch,
  lookupJurisdiction,
  type Place,
  unknownPlace,
} from '#standards/jurisdiction/index';
import { parseAcceptLanguage } from '#standards/locale/index';

/** Chooses the compliance group and the language for a visitor, from the browser's hints and its location. */

export type LocateVisitor = (query: GeoQuery) => Promise<Place>;

export interface ComplianceRouting {
  /** `auto`, or the group that applies everywhere. */
  readonly type: string;
  readonly defaultGroup: string;
  readonly jurisdictions: Readonly<Record<string, string>>;
}

/**
 * The group of a visitor and the requirements of their local law. The place is unknown when one group applies
 * everywhere.
 */
export interface ResolvedGroup extends Omit<JurisdictionMatch, 'group'> {
  readonly complianceGroup: string;
}

/** Hints that the browser sends. */
export interface BrowserHints {
  readonly timezone: string | null;
  readonly languages: readonly string[];
  readonly language: string | null;
  readonly locale: string | null;
}

export const ResolveQuery = Type.Object({
  data: Type.Optional(
    Type.String({
      maxLength: 8192,
      description: 'Base64 of JSON with `timezone`, `languages`, `language`, `locale`. Preferred.',
    }),
  ),
  tz: Type.Optional(
    Type.String({ maxLength: 64, description: 'IANA time zone. Legacy: used when `data` is absent.' }),
  ),
  lang: Type.Optional(Type.String({ maxLength: 1024, description: '`Accept-Language` value. Legacy.' })),
  locale: Type.Optional(Type.String({ maxLength: 64, description: 'BCP 47. Legacy.' })),
});

/**
 * @throws ServiceError `validation_failed` when `data` is not base64 of a JSON object of the expected form
 */
export function readHints(query: {
  data?: string;
  tz?: string;
  lang?: string;
  locale?: string;
}): BrowserHints {
  if (query.data !== undefined) return readData(query.data);
  return {
    timezone: query.tz ?? null,
    languages: parseAcceptLanguage(query.lang),
    language: null,
    locale: query.locale ?? null,
  };
}

function readData(data: string): BrowserHints {
  // An unescaped `+` of base64 arrives as a space in a query.
  const base64 = data.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const bad = () => validationFailed({ path: 'data', message: 'must be base64 of a JSON object' });
  if (!/^[A-Za-z0-9+/]*$/.test(base64) || base64.length % 4 === 1) throw bad();
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64')));
  } catch {
    throw bad();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad();
  const { timezone, languages, language, locale } = value as Record<string, unknown>;
  const text = (item: unknown, path: string): string | null => {
    if (item === undefined || item === null) return null;
    if (typeof item !== 'string' || item.length > 100)
      throw validationFailed({ path: `data.${path}`, message: 'must be a short text' });
    return item;
  };
  if (languages !== undefined && languages !== null && !Array.isArray(languages))
    throw validationFailed({ path: 'data.languages', message: 'must be an array of texts' });
  const list = ((languages ?? []) as unknown[])
    .slice(0, 32)
    .map((item, index) => text(item, `languages[${index}]`) ?? '');
  return {
    timezone: text(timezone, 'timezone'),
    languages: list.filter(Boolean),
    language: text(language, 'language'),
    locale: text(locale, 'locale'),
  };
}

/** Returns language tags by priority: `locale`, `language`, `languages`, then `Accept-Language`. */
export function wantedLocales(hints: BrowserHints, headers: IncomingHttpHeaders): string[] {
  return [
    hints.locale,
    hints.language,
    ...hints.languages,
    ...parseAcceptLanguage(headers['accept-language']),
  ].filter((tag): tag is string => tag !== null);
}

/** Returns the rules that apply to a visitor in a place. */
export function matchPlace(
  { type, defaultGroup, jurisdictions }: ComplianceRouting,
  place: Place,
  now: number,
): ResolvedGroup {
  if (type === 'auto') {
    const { group, ...match } = lookupJurisdiction(place, { now, defaultGroup, overrides: jurisdictions });
    return { ...match, complianceGroup: group };
  }
  const { group, ...requirements } = lookupJurisdiction(unknownPlace, { now, defaultGroup: type });
  return {
    ...requirements,
    complianceGroup: group,
    gpcBinding: isBuiltInGroup(type) && complianceGroups[type].gpcMode === 'strict',
  };
}

export async function resolveGroup(
  routing: ComplianceRouting,
  locate: LocateVisitor,
  hints: BrowserHints,
  request: Pick<RouteRequest, 'caller' | 'headers' | 'ip'>,
  now: number,
): Promise<ResolvedGroup> {
  if (routing.type !== 'auto') return matchPlace(routing, unknownPlace, now);
  // The address and headers of a call with an API key belong to the calling server, not to the visitor.
  const { headers, ip } =
    request.caller.kind === 'apiKey' ? { headers: {} as IncomingHttpHeaders, ip: null } : request;
  const languages =
    hints.languages.length > 0 ? hints.languages : parseAcceptLanguage(headers['accept-language']);
  const place = await locate({
    headers,
    ip,
    timezone: hints.timezone,
    languages,
    language: hints.language,
    locale: hints.locale,
  });
  return matchPlace(routing, place, now);
}
