import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { Link } from 'wouter';
import { call } from '../../api/client';
import { isApiError } from '../../api/errors';
import { useMutationOnce } from '../../api/use-mutation-once';
import { type DataOf, useAction, useInvalidate, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import {
  AtOnce,
  Button,
  ConfirmDialog,
  ErrorNotice,
  Load,
  Notice,
  Page,
  Panel,
  ReadOnlyNotice,
  SelectField,
  ShowFaults,
  Switch,
  TextAreaField,
  toList,
  useTell,
} from '../../components';
import { useSharedWords, useWords } from '../../words';
import { mergeLists } from '../banner/edits/edits';
import { Readiness } from './readiness';
import { words } from './words';

type Settings = DataOf<'getSettings'>;
type OriginList = 'allowedOrigins' | 'adminAllowedOrigins';

/** The sites that can send decisions and open the dashboard, and what the installation lacks. */
export default function SettingsScreen() {
  const text = useWords(words);
  const { can, user } = useSession();
  const settings = useResource('getSettings');
  return (
    <Page title={text.title}>
      {!can('settings:update') && <ReadOnlyNotice />}
      <AtOnce>
        <Load of={settings}>
          {(data) => (
            <>
              <OriginsPanel list="allowedOrigins" settings={data} />
              <OriginsPanel list="adminAllowedOrigins" settings={data} />
              <ApprovalPanel settings={data} />
              <SamplePanel settings={data} />
            </>
          )}
        </Load>
        {/* The configuration is that of all tenants. */}
        {can('settings:update') && user.tenants === null && <Readiness />}
      </AtOnce>
    </Page>
  );
}

function OriginsPanel({ list, settings }: { readonly list: OriginList; readonly settings: Settings }) {
  const text = useWords(words);
  const { actions, states } = useSharedWords();
  const { can } = useSession();
  const tell = useTell();
  const saved = settings[list];
  const [draft, setDraft] = useState<Draft | null>(null);
  const lines = draft?.lines ?? saved.join('\n');
  const before = draft?.before ?? saved;
  const [warning, setWarning] = useState<string | null>(null);
  const update = useSaveList(list);
  const origins = toList(lines);
  const isReadOnly = !can('settings:update');

  const save = (confirmLockout: boolean) =>
    update.mutate(
      { before, origins, confirmLockout },
      {
        onSuccess: (data) => {
          if (data.requiresConfirmation) return setWarning(data.warnings?.[0]?.message ?? text.lockout);
          setWarning(null);
          // Edits that were made while it was saving stay.
          setDraft((now) => (now === null || now.lines === lines ? null : { ...now, before: origins }));
          tell(states.saved);
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(false);
  };
  return (
    <Panel title={text[list].title}>
      <ShowFaults error={update.error}>
        <Form className="stack narrow" onSubmit={submit} validationBehavior="aria">
          <p>
            {text[list].intro}{' '}
            {list === 'allowedOrigins' && <Link href="/installation">{text.whoAsked}</Link>}
          </p>
          <TextAreaField
            label={text.origins}
            path={list}
            help={text.originsHelp}
            value={lines}
            onChange={(next) => setDraft({ lines: next, before })}
            isReadOnly={isReadOnly}
            rows={4}
            spellCheck="false"
          />
          {origins.length === 0 && <Notice>{text[list].empty}</Notice>}
          <ErrorNotice error={update.error} />
          {!isReadOnly && (
            <div className="row">
              <Button
                type="submit"
                isPending={update.isPending}
                isDisabled={origins.join() === before.join()}
              >
                {actions.save}
              </Button>
            </div>
          )}
        </Form>
      </ShowFaults>
      <ConfirmDialog
        title={text.lockoutTitle}
        isOpen={warning !== null}
        onClose={() => setWarning(null)}
        action={text.lockoutAction}
        isPending={update.isPending}
        error={update.error}
        onConfirm={() => save(true)}
      >
        <p>{text.lockout}</p>
      </ConfirmDialog>
    </Panel>
  );
}

/** The typed lines, and the list from which they started. */
interface Draft {
  readonly lines: string;
  readonly before: readonly string[];
}

interface ListChange {
  readonly before: readonly string[];
  readonly origins: readonly string[];
  readonly confirmLockout: boolean;
}

/** Number of times that a save starts again because somebody else has saved between its two requests. */
const mostTries = 3;

/** Saves what was added to a list and removed from it: what others have added or removed meanwhile stays so. */
function useSaveList(list: OriginList) {
  const invalidate = useInvalidate();
  const save = async (change: ListChange, tries = mostTries): ReturnType<typeof send> => {
    try {
      return await send(list, change);
    } catch (error) {
      if (tries <= 1 || !isApiError(error, 'version_conflict')) throw error;
      return save(change, tries - 1);
    }
  };
  return useMutationOnce({
    mutationFn: (change: ListChange) => save(change),
    onSuccess: () => invalidate('getSettings', 'getInstallation'),
  });
}

async function send(list: OriginList, { before, origins, confirmLockout }: ListChange) {
  const newest = await call('getSettings');
  const merged = mergeLists(before, origins, newest.data[list]);
  const { data } = await call('updateSettings', {
    body: { [list]: merged, ...(confirmLockout && { confirmLockout }) },
    ...(newest.etag !== null && { ifMatch: newest.etag }),
  });
  return data;
}

/** Whether a second person approves each publication. Only superadmins can switch it off again. */
function ApprovalPanel({ settings: { approvalRequired } }: { readonly settings: Settings }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const { can, user } = useSession();
  const tell = useTell();
  const update = useAction('updateSettings', ['getSettings', 'listPublicationRequests']);
  const isSuperadmin = user.roles.some(({ name }) => name === 'superadmin');
  const mayChange = can('settings:update') && (!approvalRequired || isSuperadmin);
  return (
    <Panel title={text.approval}>
      <div className="stack narrow">
        <Switch
          isSelected={update.isPending ? update.variables.body.approvalRequired === true : approvalRequired}
          isDisabled={!mayChange}
          isReadOnly={update.isPending}
          onChange={(isOn) =>
            update.mutate({ body: { approvalRequired: isOn } }, { onSuccess: () => tell(states.saved) })
          }
          help={text.approvalHelp}
        >
          {text.approvalSwitch}
        </Switch>
        {approvalRequired && !isSuperadmin && <p className="muted">{text.approvalEnd}</p>}
        <ErrorNotice error={update.error} />
      </div>
    </Panel>
  );
}

const samples = [1, 10, 100, 0] as const;

/** Of how many shown banners one is counted. */
function SamplePanel({ settings: { impressionSample } }: { readonly settings: Settings }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const { can } = useSession();
  const tell = useTell();
  const update = useAction('updateSettings', ['getSettings', 'getStatistics']);
  return (
    <Panel title={text.sample}>
      <div className="stack narrow">
        <p>{text.sampleText}</p>
        <SelectField
          label={text.counted}
          value={String(impressionSample)}
          isDisabled={!can('settings:update') || update.isPending}
          onChange={(value) =>
            update.mutate(
              { body: { impressionSample: Number(value) as Settings['impressionSample'] } },
              { onSuccess: () => tell(states.saved) },
            )
          }
          options={samples.map((value) => ({ value: String(value), label: text.samples[value] }))}
        />
        <ErrorNotice error={update.error} />
      </div>
    </Panel>
  );
}
