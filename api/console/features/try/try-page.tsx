import { Button, Checkbox, Group, NumberInput, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { write } from '../../client/calls.ts';
import { useScope } from '../../client/scope.ts';
import { useFaultsAtFields } from '../../components/dialog-form.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Page } from '../../components/page.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { RawJson } from '../../components/raw-json.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { inCurrency } from '../../view/numbers.ts';
import { deadlineWords, resultSentence, totalCostWords } from '../../view/order-result.ts';
import { ExplanationView } from '../explanation/explanation-view.tsx';
import { triedResult } from '../explanation/tried-result.ts';
import { OrderLines, PolicyMessages } from '../orders/order-lines.tsx';
import { decidedBy } from '../orders/order-outcome.tsx';
import { useCurrency } from '../rates/use-rates.ts';
import { fieldsOf, orderOf, type TriedForm } from './tried-order.ts';

const EMPTY: TriedForm = {
  destination_zip: '',
  partner_id: '',
  is_vip: false,
  deliver_by: '',
  lines: [{ sku: '', quantity: 1, unit_value: '', unit_weight: '' }],
};

const DRY_RUN = { dry_run: 'true', explain: 'true' } as const;

const LEAD =
  'See how an order would be routed with the current stock and rules. Nothing is saved, reserved or counted toward your plan.';

/** A dry run of an order: it is decided and explained, and nothing is stored, reserved or counted. */
export function TryPage() {
  const form = useForm<TriedForm>({ initialValues: EMPTY });
  const scope = useScope();
  const tried = useMutation({
    mutationFn: (order: ReturnType<typeof orderOf>) =>
      write('post', '/account/v1/orders/route', scope, { ...order, query: DRY_RUN }),
  });
  const currency = useCurrency();
  const fields = fieldsOf(form.values);
  const isAtFields = useFaultsAtFields(form, tried.error, fields);
  const result = tried.data ? triedResult(tried.data) : null;
  const cost = result && totalCostWords(result.result, currency);
  return (
    <Page title="Try an order" lead={LEAD}>
      <Paper withBorder p="md">
        <form onSubmit={form.onSubmit((values) => tried.mutate(orderOf(values)))}>
          <Stack gap="sm">
            <Group align="flex-start">
              <TextInput
                label="Destination ZIP"
                w={150}
                required
                {...form.getInputProps('destination_zip')}
              />
              <TextInput
                label="Partner ID"
                description="Applies the routing profile of this partner, if any."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                w={220}
                {...form.getInputProps('partner_id')}
              />
              <TextInput label="Deliver by" type="date" w={150} {...form.getInputProps('deliver_by')} />
              <Checkbox label="VIP" mt={33} {...form.getInputProps('is_vip', { type: 'checkbox' })} />
            </Group>
            {form.values.lines.map((_, index) => (
              // Lines have no key but their place.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Group key={index} align="flex-end" gap="xs">
                <TextInput
                  label={`SKU ${index + 1}`}
                  w={220}
                  required
                  {...form.getInputProps(`lines.${index}.sku`)}
                />
                <NumberInput
                  label="Units"
                  aria-label={`Units of SKU ${index + 1}`}
                  w={90}
                  min={1}
                  required
                  {...form.getInputProps(`lines.${index}.quantity`)}
                />
                <NumberInput
                  label={inCurrency('Unit value', currency)}
                  aria-label={`Unit value of SKU ${index + 1}`}
                  w={140}
                  min={0}
                  decimalScale={2}
                  {...form.getInputProps(`lines.${index}.unit_value`)}
                />
                {currency !== undefined && (
                  <NumberInput
                    label="Unit weight"
                    aria-label={`Unit weight of SKU ${index + 1}`}
                    w={110}
                    min={0}
                    decimalScale={4}
                    {...form.getInputProps(`lines.${index}.unit_weight`)}
                  />
                )}
                {form.values.lines.length > 1 && (
                  <RowButton
                    label={`Remove SKU ${index + 1}`}
                    onClick={() => form.removeListItem('lines', index)}
                  >
                    ✕
                  </RowButton>
                )}
              </Group>
            ))}
            <Group>
              <Button type="submit" loading={tried.isPending}>
                Try order
              </Button>
              <PlainButton onClick={() => form.insertListItem('lines', EMPTY.lines[0]!)}>
                Add product
              </PlainButton>
            </Group>
          </Stack>
        </form>
      </Paper>
      {tried.error && !isAtFields && <ErrorNote error={tried.error} fieldsWithFaults={fields} />}
      {result && (
        <Stack gap="md" className={tried.isPending ? 'dimmed' : undefined}>
          <Group>
            <Title order={2}>Result</Title>
            <StatusBadge status={result.result.status} />
            {cost && <Text size="sm">{cost}</Text>}
          </Group>
          {tried.variables && (
            <>
              <Text className="anywhere" maw={720}>
                {resultSentence(tried.variables.lines, result.result)}
              </Text>
              <Text size="sm" className="anywhere">
                {[
                  ...decidedBy(tried.variables, result.result),
                  tried.variables.deliver_by && deadlineWords(tried.variables.deliver_by, result.result),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              <PolicyMessages result={result.result} />
              <OrderLines lines={tried.variables.lines} result={result.result} />
            </>
          )}
          {result.why && <ExplanationView why={result.why} zip={tried.variables?.destination_zip ?? ''} />}
          <RawJson value={tried.data} />
        </Stack>
      )}
    </Page>
  );
}
