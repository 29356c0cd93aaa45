import {
  type ComboboxItem,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type OptionsFilter,
} from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { findOptions } from '../view/find-options.ts';
import { STATUS_LOOKS } from '../view/statuses.ts';

/** White text on shade 7, and shade 7 on white, have enough contrast. */
const ink: MantineColorsTuple = [
  '#eef4ff',
  '#dce7fb',
  '#b6ccf5',
  '#8db0ef',
  '#6a98ea',
  '#5389e7',
  '#2f6bd6',
  '#1f57bd',
  '#1a4aa3',
  '#123a86',
];

/** Three steps of grey: the page, what lies on it, what is pointed at; then lines and text. */
const dark: MantineColorsTuple = [
  '#d3d8dd',
  '#b4bcc4',
  '#8f98a2',
  '#6a737d',
  '#3a4048',
  '#2c3138',
  '#22262b',
  '#191c20',
  '#14171a',
  '#0f1114',
];

/** Lists have no groups. */
const filter: OptionsFilter = ({ options, search, limit }) =>
  findOptions(options as readonly ComboboxItem[], search, limit);

/** Enter in an open list takes what is active there, and never sends the form. */
function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true')
    event.preventDefault();
}

/** The list of options itself scrolls. Assistive technology knows that its keys are those of the field. */
const SCROLLED_LIST = {
  withScrollArea: false,
  styles: { options: { maxHeight: '15.5rem', overflowY: 'auto' } },
} as const;

/** The console's theme: dense, with the fonts of the system. All other colours are in statuses.ts. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 7 },
  colors: { ink, dark },
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace',
  // The console has two weights.
  fontWeights: { medium: '600', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { defaultProps: { size: 'xs' } },
    Paper: {
      styles: {
        root: {
          background: 'light-dark(#ffffff, #22262b)',
          borderColor: 'light-dark(#e6e9ec, #2c3138)',
        },
      },
    },
    // The first match is active while a person types; `ManySelect` does it for several values.
    Select: { defaultProps: { filter, onKeyDown, selectFirstOptionOnChange: true, ...SCROLLED_LIST } },
    MultiSelect: { defaultProps: { filter, onKeyDown, ...SCROLLED_LIST } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 250, events: { hover: true, focus: true, touch: true } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 0 },
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { title: { fontWeight: 600 }, header: { background: 'inherit' } },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { transitionProps: { duration: 0 } } },
    Progress: { defaultProps: { transitionDuration: 0 } },
    // A menu has only items: its first one gets the focus, and no placeholder.
    Menu: {
      defaultProps: { transitionProps: { duration: 0 }, shadow: 'md', withInitialFocusPlaceholder: false },
    },
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
  },
});

/** Alerts have the colours of the outcomes with the same meaning. */
const ALERTS = { green: STATUS_LOOKS.FULL, yellow: STATUS_LOOKS.PARTIAL, red: STATUS_LOOKS.NONE };

const alertColours = (theme: 0 | 1) =>
  Object.fromEntries(
    Object.entries(ALERTS).flatMap(([colour, { ink, tint }]) => [
      [`--mantine-color-${colour}-light`, tint[theme]],
      [`--mantine-color-${colour}-light-color`, ink[theme]],
    ]),
  );

/** Colours of dimmed text, placeholders and faults of fields with enough contrast in both themes, and colours of alerts. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#59636e',
    '--mantine-color-placeholder': '#6a737d',
    '--mantine-color-error': STATUS_LOOKS.NONE.ink[0],
    ...alertColours(0),
  },
  dark: {
    '--mantine-color-dimmed': '#a8b1bb',
    '--mantine-color-placeholder': '#9aa3ad',
    '--mantine-color-error': STATUS_LOOKS.NONE.ink[1],
    ...alertColours(1),
  },
});
