import { Badge, NavLink, ScrollArea, VisuallyHidden } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useFoldedGroups } from '../client/preferences.ts';
import { ConsoleIcon } from '../components/console-icon.tsx';
import { PageLink } from '../components/page-link.tsx';
import { type NavEntry, type NavGroup, navigationOf, type Role } from './nav.ts';
import { useFailures } from './use-failures.ts';

/** The navigation at the left. Its groups fold; the one with the open page does not stay folded. */
export function Navigation({ role }: { role: Role }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [folded, setFolded] = useFoldedGroups();
  const failures = useFailures();
  const isCurrent = ({ to }: NavEntry) =>
    to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
  const isOpen = ({ title, entries }: NavGroup) => !folded.includes(title) || entries.some(isCurrent);
  const linkOf = (entry: NavEntry) => (
    <NavLink
      key={entry.to}
      component={PageLink}
      to={entry.to}
      label={entry.label}
      leftSection={<ConsoleIcon name={entry.icon} size={16} />}
      rightSection={<FailureBadge count={failures[entry.to] ?? 0} />}
      active={isCurrent(entry)}
      aria-current={isCurrent(entry) ? 'page' : undefined}
      py={1}
      className="nav-link"
    />
  );
  return (
    <ScrollArea type="auto">
      {navigationOf(role).map((group) =>
        group.title === '' ? (
          group.entries.map(linkOf)
        ) : (
          <NavLink
            key={group.title}
            component="button"
            label={group.title}
            opened={isOpen(group)}
            aria-expanded={isOpen(group)}
            onChange={(opens) =>
              setFolded([...folded.filter((each) => each !== group.title), ...(opens ? [] : [group.title])])
            }
            // The drawer of a phone closes after other clicks.
            onClick={(event) => event.stopPropagation()}
            childrenOffset={0}
            mt={6}
            py={1}
            className="nav-group"
          >
            {group.entries.map(linkOf)}
          </NavLink>
        ),
      )}
    </ScrollArea>
  );
}

function FailureBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge size="sm" circle={count < 10} color="#b42318">
      {count}
      <VisuallyHidden> failed</VisuallyHidden>
    </Badge>
  );
}
