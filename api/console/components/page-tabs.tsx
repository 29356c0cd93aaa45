import { Tabs } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSetSearch } from '../client/address.ts';

interface PageTabsProps {
  /** The first one is open if the address has no `tab`. */
  readonly tabs: readonly { readonly value: string; readonly title: string; readonly content: ReactNode }[];
  /** Parameters of the address that another part does not have. */
  readonly own?: readonly string[];
}

/** Parts of a page. The one that `tab` of the address names is shown. */
export function PageTabs({ tabs, own = [] }: PageTabsProps) {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const setSearch = useSetSearch();
  const first = tabs[0]!.value;
  return (
    <Tabs
      value={tabs.some(({ value }) => value === tab) ? tab! : first}
      onChange={(value) =>
        setSearch({
          ...Object.fromEntries(own.map((name) => [name, undefined])),
          tab: value === null || value === first ? undefined : value,
        })
      }
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map(({ value, title }) => (
          <Tabs.Tab key={value} value={value}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
