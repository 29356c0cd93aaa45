import { NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { PageLink } from '../components/page-link.tsx';
import { navigationOf, type Role } from './nav.ts';

/** The navigation at the left. */
export function Navigation({ role }: { role: Role }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isCurrent = (to: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`));
  return (
    <ScrollArea type="auto">
      <Stack gap="md">
        {navigationOf(role).map(({ title, entries }) => (
          <div key={title}>
            {title !== '' && (
              <Text size="xs" c="dimmed" px="xs" pb={4} fw={600}>
                {title}
              </Text>
            )}
            {entries.map(({ to, label }) => (
              <NavLink
                key={to}
                component={PageLink}
                to={to}
                label={label}
                active={isCurrent(to)}
                aria-current={isCurrent(to) ? 'page' : undefined}
                py={6}
                className="nav-link"
              />
            ))}
          </div>
        ))}
      </Stack>
    </ScrollArea>
  );
}
