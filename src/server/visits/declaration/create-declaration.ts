import { LRUCache } from 'lru-cache';
import type { PublicationReader, PublishedProfile } from '#banners/profiles/index';
import type { PublishedFile, PublishedReader } from '#banners/publishing/index';
import type { Feature } from '#platform/feature';
import { toDocument } from '#platform/http/conditional-reply';
import { anonymous } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { createSingleFlight } from '#platform/kernel/concurrency/single-flight';
import { unavailable } from '#platform/kernel/errors';
import type { NoteLookup } from '#platform/kernel/telemetry/count-lookups';
import { readChoiceStates, toUndecidedChoice } from '#standards/choice/index';
import { findLocale } from '#standards/locale/index';
import type { createCachePolicy, FindPlace } from '../bootstrap/index';
import { type DeclaredStates, fillTemplate, renderDeclaration } from './declaration-html';
import { declarationRoutes } from './declaration-routes';
import type { DeclarationRequest, KeptDeclaration } from './kept-declaration';
import { toDeclaration } from './to-declaration';

// Why: docs/adr/0094-cookie-declaration.md

export interface DeclarationOptions {
  readonly findPlace: FindPlace;
  readonly cacheHeaders: ReturnType<typeof createCachePolicy>;
  readonly published: PublishedReader;
  readonly publications: PublicationReader;
  readonly clock: Clock;
  readonly noteLookup: NoteLookup;
}

export interface DeclarationFeature extends Feature {
  /** Returns the declaration as HTML with the visitor's choice; null when the group has no active profile. */
  write(
    request: DeclarationRequest,
    choice: { readonly decided: boolean; readonly states: DeclaredStates; readonly gpc: boolean },
  ): Promise<string | null>;
}

/** Memory for declarations (bytes). */
const cacheBytes = 8_388_608;

/** Creates the list of what a site stores, for its privacy or cookie policy. */
export function createDeclaration({
  findPlace,
  cacheHeaders,
  published,
  publications,
  clock,
  noteLookup,
}: DeclarationOptions): DeclarationFeature {
  const kept = new LRUCache<string, KeptDeclaration>({
    maxSize: cacheBytes,
    // The template is as large as the HTML.
    sizeCalculation: ({ json, html }) => json.payload.length + 2 * html.payload.length,
  });
  const building = createSingleFlight<KeptDeclaration>();

  const locate = ({ headers, ip, tz, languages }: DeclarationRequest) =>
    findPlace({ headers, ip, caller: anonymous }, { tz, lang: languages.join(',') });

  async function build(tenantId: string, group: string, file: PublishedFile): Promise<KeptDeclaration> {
    const range = { from: clock.now(), to: null };
    const { items } = await publications(tenantId, { group, range }, { after: null, limit: 1 });
    const profile = parse(file.bytes);
    const current = items.find(({ version }) => version === file.version);
    const declaration = toDeclaration(profile, {
      version: file.version,
      complianceGroup: group,
      lastChanged: current === undefined ? null : toIso(current.startedAt),
    });
    const template = renderDeclaration(declaration, profile.words ?? {});
    return {
      template,
      undecided: {
        plain: statesBeforeChoice(profile, false),
        signal: statesBeforeChoice(profile, true),
      },
      json: toDocument(JSON.stringify(declaration)),
      html: toDocument(fillTemplate(template, null)),
    };
  }

  async function find(request: DeclarationRequest) {
    const place = request.group === undefined ? await locate(request) : null;
    const group = request.group ?? place?.complianceGroup ?? '';
    const file = await published.read(
      { tenantId: request.tenantId, group },
      ({ locales, defaultLocale }) => findLocale(request.languages, locales) ?? defaultLocale,
    );
    if (file === null) return null;
    const key = `${request.tenantId} ${group} ${file.profileId} ${file.version} ${file.hash}`;
    const known = kept.get(key);
    noteLookup(known !== undefined);
    return (
      known ??
      building.run(
        key,
        () => build(request.tenantId, group, file),
        (declaration) => kept.set(key, declaration),
      )
    );
  }

  return {
    publicRoutes: declarationRoutes({ find, cacheHeaders }),
    async write(request, { decided, states, gpc }) {
      const found = await find(request);
      if (found === null) return null;
      const { template, undecided } = found;
      return fillTemplate(template, decided ? states : gpc ? undecided.signal : undecided.plain);
    },
  };
}

/** @throws ServiceError `unavailable` for a file that is damaged in storage */
function parse(bytes: Buffer): PublishedProfile {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw unavailable({ cause });
  }
}

function statesBeforeChoice(
  { complianceGroup, gpcMode, cookies, preferenceModal: { categories } }: PublishedProfile,
  gpc: boolean,
): DeclaredStates {
  return readChoiceStates(toUndecidedChoice({ complianceGroup, gpcMode, cookies, categories }), gpc);
}
