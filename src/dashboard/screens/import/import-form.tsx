import { useMemo, useState } from 'react';
import { type DataOf, useResource } from '../../api/use-resource';
import { Button, ErrorNotice, Load, Notice, Panel, Switch } from '../../components';
import { useFormats, useWords } from '../../words';
import type { ChosenFile } from './file-fields';
import { ImportProgress } from './import-progress';
import { CategoryFields, type CategoryMap, ColumnFields, type Columns } from './mapping-fields';
import { Outcome } from './outcome';
import { findCategories, readSample, type Sample } from './read-sample';
import { useImport } from './use-import';
import { words } from './words';

type Preset = DataOf<'listImportPresets'>[number];

interface ImportFormProps {
  readonly file: ChosenFile;
  /** Null: another product, whose columns the operator maps. */
  readonly preset: Preset | null;
  readonly profileId: string;
}

/** The meaning of the columns, a check that writes nothing, and the import. */
export function ImportForm({ file, preset, profileId }: ImportFormProps) {
  const profile = useResource('getProfile', { params: { id: profileId } });
  const sample = useMemo(() => readSample(file.text), [file.text]);
  return (
    <Load of={profile}>
      {({ profileJson }) => (
        <Mapping
          file={file}
          preset={preset}
          profileId={profileId}
          sample={sample}
          headings={Object.fromEntries(
            Object.entries(profileJson.preferenceModal?.categories ?? {}).map(([id, { heading }]) => [
              id,
              heading ?? id,
            ]),
          )}
        />
      )}
    </Load>
  );
}

function Mapping({
  file,
  preset,
  profileId,
  sample,
  headings,
}: ImportFormProps & {
  readonly sample: Sample;
  readonly headings: Readonly<Record<string, string>>;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const [columns, setColumns] = useState<Columns>({ visitorId: '', updatedAt: '' });
  const [chosen, setChosen] = useState<CategoryMap>({});
  const [isHashed, setHashed] = useState(preset?.mapping.visitorIds === 'hash');
  const run = useImport();

  const used = Object.values(columns);
  const sources = preset
    ? categoriesOf(preset, sample)
    : sample.columns.filter((name) => !used.includes(name));
  const map = Object.fromEntries(
    sources.map((source) => [source, chosen[source] ?? guess(source, preset, headings)]),
  );
  const isReady = preset !== null || !used.includes('');
  const send = (dryRun: boolean) =>
    run.start({
      profileId,
      file: file.text,
      fileName: file.name.slice(0, 200),
      dryRun,
      visitorIds: isHashed ? 'hash' : 'keep',
      ...(preset && { preset: preset.id as never }),
      mapping: {
        ...(preset === null && { ...columns, decision: { in: 'columns' } }),
        categories: toCategories(map, preset),
      },
    });
  /** An earlier check does not apply to another mapping. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      run.reset();
      set(value);
    };
  const { result } = run;
  return (
    <>
      <Panel title={text.columns}>
        <div className="stack">
          {preset === null && (
            <ColumnFields names={sample.columns} columns={columns} onChange={changing(setColumns)} />
          )}
          {isReady && (
            <section className="stack">
              <h3>{text.categories}</h3>
              <p className="muted">{sources.length === 0 ? text.noCategories : text.categoriesHelp}</p>
              <CategoryFields map={map} categories={headings} onChange={changing(setChosen)} />
            </section>
          )}
          <Switch isSelected={isHashed} onChange={changing(setHashed)} help={text.hashHelp}>
            {text.hash}
          </Switch>
        </div>
      </Panel>
      {result && <Outcome result={result} fileName={file.name} />}
      <ErrorNotice error={run.error} />
      {run.isCancelled && <Notice title={text.cancelled}>{!run.isDryRun && text.cancelledText}</Notice>}
      {run.isPending && (
        <ImportProgress progress={run.progress} isDryRun={run.isDryRun} onCancel={run.cancel} />
      )}
      <div className="row end">
        <Button isDisabled={!isReady || run.isPending} onPress={() => send(true)}>
          {text.check}
        </Button>
        {result?.dryRun && result.written + result.older > 0 && (
          <Button variant="primary" isDisabled={run.isPending} onPress={() => send(false)}>
            {text.run(formats.number(result.written + result.older))}
          </Button>
        )}
      </div>
    </>
  );
}

function categoriesOf({ mapping }: Preset, sample: Sample): readonly string[] {
  const known = Object.keys(mapping.categories ?? {});
  const found = mapping.decision === undefined ? [] : findCategories(sample, mapping.decision);
  return [...new Set([...known, ...found])];
}

/** Returns the category that the preset names, else the one with the same id. */
function guess(source: string, preset: Preset | null, headings: Readonly<Record<string, string>>): string {
  const named = preset?.mapping.categories?.[source] ?? source;
  return Object.hasOwn(headings, named) ? named : '';
}

/**
 * Returns the categories for the request. Columns without a category are left out; for a known product they are null,
 * so that the product's own mapping does not apply to them.
 */
function toCategories(map: CategoryMap, preset: Preset | null): Readonly<Record<string, string | null>> {
  const entries = Object.entries(map).map(([source, target]) => [source, target || null] as const);
  return Object.fromEntries(preset === null ? entries.filter(([, target]) => target !== null) : entries);
}
