import { Anchor, List } from '@mantine/core';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageLink } from '../../components/page-link.tsx';

/** The overview of a client without stock and orders: how to add them. */
export function FirstSteps() {
  return (
    <EmptyState title="No orders yet">
      Decisions appear here as orders are routed. To get started:
      <List type="ordered" size="sm" mt="xs">
        <List.Item>
          Add the places that orders ship from: <Step to="/warehouses">Warehouses</Step>.
        </List.Item>
        <List.Item>
          Say what is in them: <Step to="/inventory">Inventory</Step> takes a file, or shows the call for a
          program.
        </List.Item>
        <List.Item>
          See what would happen to an order: <Step to="/try">Try an order</Step>.
        </List.Item>
        <List.Item>
          Route orders: <Step to="/runs/new">a file</Step>, or a program with a key of{' '}
          <Step to="/api-access">API access</Step>.
        </List.Item>
      </List>
    </EmptyState>
  );
}

function Step({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={PageLink} to={to} inherit>
      {children}
    </Anchor>
  );
}
