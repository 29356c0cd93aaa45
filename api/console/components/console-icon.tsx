const PATHS = {
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13ZM15.5 15.5 20 20',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  copy: 'M9 9h10v11H9zM6 15H5V4h10v1',
  refresh: 'M19 12a7 7 0 1 1-2.3-5.2M17 3v4h-4',
  house: 'M4 11.5 12 4l8 7.5M6 10v10h12V10',
  box: 'M12 3 4 7v10l8 4 8-4V7ZM4 7l8 4 8-4M12 11v10',
  checks: 'M4 7l2 2 4-4M4 16l2 2 4-4M13 7h7M13 16h7',
  play: 'M7 4v16l12-8Z',
  shelf: 'M4 4h16v4H4zM5.5 8v12h13V8M10 12h4',
  gauge: 'M4.5 18a9 9 0 1 1 15 0M12 14l4-5',
  flask: 'M9 3h6M10 3v6L5 19a1.4 1.4 0 0 0 1.3 2h11.400a1.4 1.4 0 0 0 1.3-2L14 9V3M7.5 15h9',
  branch: 'M6 4v16M6 8c7 0 5 7 12 7M15 12l3 3-3 3',
  warehouse: 'M3 21V8l9-5 9 5v13M7 21v-9h10v9M7 16.500h10',
  sliders: 'M4 7h9M18 7h2M4 17h2M11 17h9M15.5 4.500v5M8.5 14.500v5',
  card: 'M3.5 5h17v14h-17zM9 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6 16c.5-2 5.5-2 6 0M15 9.500h3M15 13.500h3',
  tag: 'M4 4h7.500l8.5 8.5-7.5 7.500L4 11.500ZM8.2 8.200h.01',
  truck:
    'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  money:
    'M12 3v18M16.5 7.500c-1-1.5-2.8-2-4.5-2-2.5 0-4.2 1.2-4.2 3.1 0 4.5 9 2.4 9 7 0 2-1.9 3.3-4.8 3.3-2.2 0-4.1-.8-5-2.6',
  key: 'M14.5 14.500a5.2 5.2 0 1 0-4.6-4.600L3.5 16.300V20.500h4.200v-2.500h2.500v-2.500ZM16 8h.01',
  enter: 'M14 4h5v16h-5M4 12h10M10.500 8.500 14 12l-3.500 3.500',
  send: 'M21 3 10 14M21 3l-7 18-4-7-7-4Z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c.5-3.5 3-5 6-5s5.5 1.5 6 5M16 4.500a3.5 3.5 0 0 1 0 6.500M18 15.500c1.7.7 2.7 2.2 3 4.5',
  bars: 'M5 20v-8M12 20V5M19 20v-11M3 20h18',
  clock: 'M3.5 9a9 9 0 1 1-.5 3M3 4.500V9h4.500M12 7.500V12l3.5 2',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  pulse: 'M3 12h4l3-8 4 16 3-8h4',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon. Screen readers ignore it, because the button around it has a name. */
export function ConsoleIcon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
