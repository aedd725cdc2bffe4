import { contrastRatio } from '#standards/contrast';
import { colourPairs, type WidgetColour } from '#standards/widget-colours';
import { Chip, type Column, Table } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { isColour } from './colour-field';
import { words } from './words';

type Pair = (typeof colourPairs)[number];

/** The contrast of each pair of colours that stand on each other. */
export function Contrasts({ colours }: { readonly colours: Readonly<Record<WidgetColour, string>> }) {
  const text = useWords(words);
  const formats = useFormats();
  const columns: readonly Column<Pair>[] = [
    {
      id: 'pair',
      title: text.contrast,
      cell: ({ front, back }) => text.on(text.colours[front], text.colours[back]),
    },
    {
      id: 'ratio',
      title: text.ratio,
      isNumber: true,
      // Rounded down, so that a ratio that is just too low does not look sufficient.
      cell: (pair) => formats.number(Math.floor(ratioOf(pair, colours) * 10) / 10),
    },
    {
      id: 'least',
      title: text.least,
      isNumber: true,
      from: 'medium',
      cell: ({ least }) => formats.number(least),
    },
    {
      id: 'verdict',
      title: text.verdict,
      cell: (pair) =>
        ratioOf(pair, colours) >= pair.least ? (
          <Chip tone="ok">{text.enough}</Chip>
        ) : (
          <Chip tone="danger">{text.tooLow}</Chip>
        ),
    },
  ];
  return (
    <Table
      label={text.contrast}
      rows={colourPairs}
      keyOf={({ front, back }) => `${front} ${back}`}
      columns={columns}
    />
  );
}

/** Colours that are being typed have no contrast yet. */
const ratioOf = ({ front, back }: Pair, colours: Readonly<Record<WidgetColour, string>>) =>
  isColour(colours[front]) && isColour(colours[back]) ? contrastRatio(colours[front], colours[back]) : 1;
