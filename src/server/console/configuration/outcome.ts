import { getGroup, toTemplateParameters } from '#banners/profiles/index';
import type { ParameterHolder } from '#banners/templates/index';
import type { FileKind, ProfileContent } from './configuration-schemas';
import type { ConfigurationFile } from './parse-file';
import type { ServerResource } from './read-resources';
import type { ProfileBody } from './resource-document';

/** A profile of the server with what it contains once files are pushed. */
interface PushedProfile {
  readonly resource: ServerResource;
  readonly draft: ProfileContent;
  /** The content that visitors get; null: not this profile. */
  readonly live: ProfileContent | null;
  readonly isRemoved: boolean;
}

/** How files are pushed; see `PlanOptions`. */
interface PushScope {
  readonly kinds: readonly FileKind[];
  readonly publish: boolean;
  readonly prune: boolean;
}

type TemplateKind = 'consentTemplate' | 'uiTemplate';

export const toProfileBody = ({ body }: { readonly body: unknown }) => body as ProfileBody; // by its schema

/** Returns the content that visitors get by a file or on the server; null: not this profile. */
export const toLive = ({ active, published, content }: ProfileBody): ProfileContent | null =>
  active ? (published ?? content) : null;

/** Answers what the server has once the files are pushed, before anything is. */
export function createOutcome(
  files: readonly ConfigurationFile[],
  resources: readonly ServerResource[],
  { kinds, publish, prune }: PushScope,
) {
  const fileOf = (kind: FileKind, key: string) =>
    files.find((file) => file.kind === kind && file.key === key) ?? null;

  function toPushed(resource: ServerResource): PushedProfile {
    const [file, server] = [fileOf('profile', resource.key), toProfileBody(resource)];
    const own = file === null ? server : toProfileBody(file);
    return {
      resource,
      draft: own.content,
      live: publish && own.active ? toLive(own) : toLive(server),
      isRemoved: file === null && prune && kinds.includes('profile') && (publish || !server.active),
    };
  }

  const pushed = resources.filter(({ kind }) => kind === 'profile').map(toPushed);
  const contentsOf = ({ draft, live }: PushedProfile) => (live === null ? [draft] : [draft, live]);
  const naming = (kind: TemplateKind, key: string) => (content: ProfileContent) => content[kind] === key;

  return {
    /** Returns whether files name the resource, or the server keeps it. */
    has: (kind: FileKind, key: string): boolean =>
      fileOf(kind, key) !== null ||
      (!(prune && kinds.includes(kind)) &&
        resources.some((resource) => resource.kind === kind && resource.key === key)),

    /** Lists the server's profiles that use a template when it is written again: before profiles are removed. */
    usersOf: (kind: TemplateKind, key: string): ParameterHolder[] =>
      pushed.flatMap((profile) => {
        const contents = contentsOf(profile).filter(naming(kind, key));
        if (contents.length === 0) return [];
        const { id, name } = profile.resource;
        return {
          ...{ id, name, complianceGroup: getGroup(profile.draft.profileJson) },
          isActive: profile.resource.profile?.isActive === true,
          contents: contents.map(({ profileJson }) => toTemplateParameters(profileJson)),
        };
      }),

    /** Lists the keys of the server's profiles that stay and name a template. */
    keepersOf: (kind: TemplateKind, key: string): string[] =>
      pushed
        .filter((profile) => !profile.isRemoved && contentsOf(profile).some(naming(kind, key)))
        .map(({ resource }) => resource.key),
  };
}
