import {
  ActionIcon,
  Burger,
  Button,
  Group,
  Kbd,
  SegmentedControl,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useSetSearch } from '../client/address.ts';
import { useScope } from '../client/scope.ts';
import type { Session } from '../client/session.ts';
import { ConsoleIcon } from '../components/console-icon.tsx';
import { ClientSwitch } from './client-switch.tsx';
import { PersonMenu } from './person-menu.tsx';

interface TopBarProps {
  readonly person: Session;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onSearch: () => void;
}

/** The bar at the top: client, environment, search, theme, person. */
export function TopBar({ person, isOpen, onToggle, onSearch }: TopBarProps) {
  return (
    <Group h="100%" px="sm" gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap" flex={1} miw={0}>
        <Burger opened={isOpen} onClick={onToggle} hiddenFrom="sm" size="sm" aria-label="Toggle navigation" />
        <ClientSwitch session={person} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <EnvironmentSwitch />
        <Button
          variant="default"
          size="xs"
          onClick={onSearch}
          leftSection={<ConsoleIcon name="search" size={15} />}
          rightSection={<Kbd size="xs">Ctrl K</Kbd>}
          className="search-button"
        >
          Search
        </Button>
        <ThemeButton />
        <PersonMenu session={person} />
      </Group>
    </Group>
  );
}

/** The choice of Test or Live, which is in the address. */
function EnvironmentSwitch() {
  const { environment } = useScope();
  const setSearch = useSetSearch();
  const choose = (value: string) => setSearch({ environment: value === 'test' ? 'test' : undefined });
  return (
    <SegmentedControl
      size="xs"
      aria-label="Environment"
      value={environment}
      onChange={choose}
      color={environment === 'test' ? '#9a3412' : 'ink'}
      data={[
        { value: 'live', label: 'Live' },
        { value: 'test', label: 'Test' },
      ]}
    />
  );
}

function ThemeButton() {
  const { toggleColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <Tooltip label={`Switch to ${other} theme`}>
      <ActionIcon
        visibleFrom="sm"
        variant="default"
        size="lg"
        aria-label={`Switch to ${other} theme`}
        onClick={toggleColorScheme}
      >
        <ConsoleIcon name={scheme === 'dark' ? 'sun' : 'moon'} />
      </ActionIcon>
    </Tooltip>
  );
}
