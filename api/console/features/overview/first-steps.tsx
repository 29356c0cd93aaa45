import { List } from '@mantine/core';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextLink } from '../../components/page-link.tsx';

/** The overview of a client without stock and orders: how to add them. */
export function FirstSteps() {
  return (
    <EmptyState title="No orders yet">
      Decisions appear here as orders are routed. To get started:
      <List type="ordered" size="sm" mt="xs">
        <List.Item>
          Add your <Step to="/warehouses">warehouses</Step>.
        </List.Item>
        <List.Item>
          Upload your stock under <Step to="/inventory">Inventory</Step>, or send it through the API.
        </List.Item>
        <List.Item>
          <Step to="/try">Try an order</Step> to see how it would be routed.
        </List.Item>
        <List.Item>
          Route orders: <Step to="/runs/new">upload a file</Step>, or send them through the API with a key
          from <Step to="/api-access">API access</Step>.
        </List.Item>
      </List>
    </EmptyState>
  );
}

function Step({ to, children }: { to: string; children: string }) {
  return <TextLink to={to}>{children}</TextLink>;
}
