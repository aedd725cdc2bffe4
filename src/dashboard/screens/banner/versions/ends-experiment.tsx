import { Link } from 'wouter';
import { useResource } from '../../../api/use-resource';
import { Notice } from '../../../components';
import { useWords } from '../../../words';
import { words } from './words';

/** Warns that visitors of a live banner will see no variants any more. */
export function EndsExperiment({ id }: { readonly id: string }) {
  const text = useWords(words);
  const experiments = useResource('listExperiments', { params: { id } });
  if (!experiments.data?.some(({ running }) => running)) return null;
  return (
    <Notice tone="warn" title={text.endsExperiment}>
      {text.endsExperimentHelp} <Link href={`/banners/${id}/variants`}>{text.toExperiment}</Link>
    </Notice>
  );
}
