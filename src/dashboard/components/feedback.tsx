import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSignedInSince } from '../api/attempts';
import { describeError, isApiError, isUnreachable } from '../api/errors';
import { useIsBack } from '../api/use-is-back';
import { useSharedWords } from '../words';
import { Button } from './button';
import { useOtherFaults } from './faults';
import { Icon } from './icon';

type Tone = 'info' | 'ok' | 'warn' | 'danger';
const toneIcons = { info: 'info', ok: 'check', warn: 'warning', danger: 'error' } as const;

/** A message that stays where it is relevant. Screen readers announce `danger` at once. */
export function Notice({
  tone = 'info',
  title,
  children,
  action,
}: {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={`notice ${tone}`} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={toneIcons[tone]} />
      <div className="grow">
        {title !== undefined && <p className="notice-title">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}

/** Says that the user may read a page but not change it. */
export function ReadOnlyNotice() {
  const { states } = useSharedWords();
  return <Notice title={states.readOnly} />;
}

/**
 * Shows a failure in words; nothing for null, or when the fields of `ShowFaults` show all of it. Once the service can be
 * reached again, it tries again, or says so.
 */
export function ErrorNotice({
  error,
  title: said,
  onRetry,
}: {
  readonly error: unknown;
  /** Title for an error with faulty values, if they have another effect than that they are not saved. */
  readonly title?: string;
  readonly onRetry?: () => void;
}) {
  const words = useSharedWords();
  const faults = useOtherFaults(error);
  const signedIn = useSignedInSince(isApiError(error, 'unauthenticated') ? error : null);
  const isBack = useIsBack(isUnreachable(error) ? error : null);
  const retry = useRef(onRetry);
  retry.current = onRetry;
  useEffect(() => {
    if (isBack) retry.current?.();
  }, [isBack]);
  if (error === null || error === undefined) return null;
  if (isBack) return onRetry ? null : <Notice tone="ok" title={words.errors.backOnline} />;
  if (signedIn !== null)
    return (
      <Notice
        tone="warn"
        title={words.errors.signedInAgain}
        action={signedIn.again && <Button onPress={signedIn.again}>{words.actions.doAgain}</Button>}
      >
        {words.errors.notDone}
      </Notice>
    );
  if (faults?.length === 0 && said === undefined && onRetry === undefined) return null;
  const { title, details: more, requestId } = describeError(error, words);
  const details = faults ?? more;
  return (
    <Notice
      tone="danger"
      title={(faults && said) ?? title}
      action={onRetry && faults === null && <Button onPress={onRetry}>{words.actions.retry}</Button>}
    >
      {details.length > 0 && (
        <ul className="plain-list">
          {details.slice(0, 10).map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {requestId !== null && <p className="muted mono">{words.errors.requestId(requestId)}</p>}
    </Notice>
  );
}

/** Message of an empty list. */
export function Empty({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="muted">{children}</div>}
      {action}
    </div>
  );
}

/** Grey lines with the height of the content that is loading. They appear after 150 ms. */
export function Skeleton({ rows = 5 }: { readonly rows?: number }) {
  const { states } = useSharedWords();
  return (
    <div className="skeleton" role="status" aria-label={states.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/**
 * Shows the data of a query, or that it is loading or has failed.
 *
 * @example
 * <Load of={keys} rows={8}>{(list) => <KeyTable keys={list} />}</Load>
 */
export function Load<Data>({
  of: query,
  rows = 5,
  children,
}: {
  readonly of: UseQueryResult<Data>;
  /** Lines of the skeleton. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  return <Skeleton rows={rows} />;
}

/** A word about a state, with a colour that is never the only sign. */
export function Chip({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone | 'neutral';
  readonly children: ReactNode;
}) {
  return <span className={`chip ${tone}`}>{children}</span>;
}
