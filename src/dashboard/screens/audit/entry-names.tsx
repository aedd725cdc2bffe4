import { Link } from 'wouter';
import { useSession } from '../../app/session';
import { useSharedWords, useWords } from '../../words';
import { useFieldName } from '../banner/fields/field-names';
import { actionWords } from './action-words';
import { changeWords } from './change-words';
import type { Entry } from './entry';
import { words } from './words';

/** Returns an action in words; its code if this version of the dashboard does not know it. */
export function useActionName(): (action: string) => string {
  const text = useWords(actionWords);
  return (action) => text[action] ?? action;
}

/** Returns a function that names a recorded field by its path: `roles`, `mainBanner.heading`. */
export function useChangeName(): (path: string) => string {
  const text = useWords(changeWords);
  const fieldName = useFieldName();
  return (path) => (Object.hasOwn(text, path) ? (text[path] ?? path) : fieldName(path));
}

/** The screen that shows a resource, and the permission that it needs. */
const screens: Readonly<Record<string, { readonly path: string; readonly permission: string }>> = {
  profile: { path: '/banners/', permission: 'profiles:read' },
  consentTemplate: { path: '/templates/cookies/', permission: 'templates:read' },
  uiTemplate: { path: '/templates/looks/', permission: 'templates:read' },
  user: { path: '/people/', permission: 'users:read' },
  role: { path: '/roles/', permission: 'roles:read' },
};

/** The name of the entry's resource, with a link to it unless the entry says that it was deleted. */
export function Resource({ entry }: { readonly entry: Entry }) {
  const { can } = useSession();
  const name = useResourceName()(entry);
  const { resourceType, resourceId, action } = entry;
  if (name === null) return null;
  const screen = Object.hasOwn(screens, resourceType) ? screens[resourceType] : undefined;
  const hasScreen = screen !== undefined && can(screen.permission) && !action.endsWith(':deleted');
  return hasScreen ? <Link href={`${screen.path}${resourceId}`}>{name}</Link> : <span>{name}</span>;
}

/** Returns the name of the entry's resource; null for resources without one, such as visitors and settings. */
function useResourceName(): (entry: Entry) => string | null {
  const text = useWords(words);
  const { groups } = useSharedWords();
  return ({ resourceName, resourceType, resourceId }) => {
    if (resourceType === 'publication') return groups[resourceId ?? ''] ?? resourceId;
    if (resourceType === 'registration') return resourceId?.toUpperCase() ?? null;
    if (resourceType === 'consent' && resourceId !== null) return text.visitorCalled(resourceId.slice(0, 8));
    return resourceName;
  };
}
