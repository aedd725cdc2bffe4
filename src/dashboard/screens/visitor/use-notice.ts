import type { PublicOperations } from '#client/index';
import { useResource } from '../../api/use-resource';
import { useCategoryName } from '../../app/category-names';

type NoticeFile = PublicOperations['getResolvedProfile']['data'];

/** A state of a visitor's record; without a revision the current one. */
export interface ShownState {
  readonly visitorId: string;
  readonly revision?: number;
}

/** Reads the notice on which a visitor decided. */
export function useNotice({ visitorId, revision }: ShownState) {
  const query = revision === undefined ? {} : { query: { revision } };
  return useResource('getShownNotice', { params: { visitorId }, ...query });
}

/** Returns functions that name categories and services as the visitor read them, else as they are called today. */
export function useShownNames({ visitorId, profileId }: ShownState & { readonly profileId: string }) {
  const file = useNotice({ visitorId }).data as unknown as NoticeFile | undefined;
  const currentName = useCategoryName();
  const categories = new Map(Object.entries(file?.preferenceModal.categories ?? {}));
  const services = new Map(Object.entries(file?.services ?? {}));
  return {
    category: (id: string) => categories.get(id)?.heading ?? currentName(id, profileId),
    isMandatory: (id: string) => categories.get(id)?.legalBasis === 'mandatory',
    service: (key: string) => services.get(key)?.name ?? key,
    /** Returns the services of a category among those with an answer. */
    servicesOf: (id: string, answers: Readonly<Record<string, boolean>>) =>
      Object.entries(answers).filter(([key]) => services.get(key)?.category === id),
    lang: file?.currentLocale,
  };
}
