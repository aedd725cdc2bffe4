/** Strokes of a 24 by 24 grid. */
const paths = {
  overview: 'M4 19V11M10 19V5M16 19v-6M21 19H3',
  banner: 'M4 5h16v14H4zM4 14h16M13 17h4',
  blocks: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 3-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6M17 14c2.5.5 4 2.5 4 6',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 21c0-4.5 3.2-7 7-7s7 2.5 7 7',
  audit: 'M7 3h10l3 3v15H4V6l3-3zM8 11h8M8 15h8',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  upload: 'M12 16V5M7 9l5-5 5 5M4 20h16',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  place:
    'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.800 12 21 12 21zM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4',
  key: 'M14.500 13.500a4.500 4.500 0 1 0-4-4L3 17v4h4v-3h3v-3z',
  tenants: 'M4 21V8l8-5 8 5v13M9 21v-6h6v6',
  frameworks: 'M4 6h16M4 12h10M4 18h13M18 11l2 2 3-4',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  error: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 8v5M12 16h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01',
  add: 'M12 5v14M5 12h14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  left: 'M14 6l-6 6 6 6',
  right: 'M10 6l6 6-6 6',
  down: 'M6 10l6 6 6-6',
  up: 'M6 14l6-6 6 6',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  phone: 'M8 3h8v18H8zM11 18h2',
  tablet: 'M5 3h14v18H5zM11 18h2',
  desktop: 'M3 4h18v12H3zM9 20h6M12 16v4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 19M5 19l1.500-1.500M17.500 6.500L19 5',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
  bold: 'M7 5h6a3.500 3.500 0 0 1 0 7H7zM7 12h7a3.500 3.500 0 0 1 0 7H7z',
  italic: 'M10 5h8M6 19h8M14 5l-4 14',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  numbers:
    'M10 6h10M10 12h10M10 18h10M4 5l1.500-1v5M4 15.500a1.250 1.250 0 0 1 2.500 0c0 1.500-2.500 2-2.500 3.500h2.500',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1.500 1.500M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1.500-1.500',
  external: 'M13 5h6v6M19 5l-9 9M17 14v5H5V7h5',
} as const;

export type IconName = keyof typeof paths;

/** All icons, for the page of components. @internal */
export const icons = Object.keys(paths) as readonly IconName[];

/** An icon next to a word; screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
