import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { ErrorNote } from '../../../components/error-note.tsx';
import { counted, whole } from '../../../view/numbers.ts';
import type { OrderFilters } from '../use-orders.ts';
import { ReleaseAll } from './release-all.tsx';
import { RerouteAllForm } from './reroute-all-form.tsx';
import { handled, TallyList } from './tally-list.tsx';
import { type MatchingKind, type MatchingStep, useMatching } from './use-matching.ts';

const TITLES: Readonly<Record<MatchingKind, string>> = {
  export: 'Download all that match',
  release: 'Release all that match',
  reroute: 'Route all that match again',
};

interface MatchingDialogProps {
  readonly kind: MatchingKind;
  readonly filters: OrderFilters;
  readonly onClose: () => void;
}

/** Counts the orders of a filter, shows what would change, acts on each, and shows the outcomes. */
export function MatchingDialog({ kind, filters, onClose }: MatchingDialogProps) {
  const { step, act, stop } = useMatching(kind, filters);
  const isActing = step.name === 'acting';
  return (
    <Modal
      opened
      onClose={onClose}
      title={TITLES[kind]}
      size="lg"
      closeOnClickOutside={!isActing}
      closeOnEscape={!isActing}
      withCloseButton={!isActing}
    >
      <Stack gap="sm">
        {Object.keys(filters).length > 0 && (
          <Text size="sm" c="dimmed" className="anywhere">
            Filter:{' '}
            {Object.entries(filters)
              .map(([name, value]) => `${name} = ${value}`)
              .join(', ')}
          </Text>
        )}
        <StepView kind={kind} step={step} onAct={act} onClose={onClose} />
        {isActing && (
          <Group justify="flex-end">
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          </Group>
        )}
        {(step.name === 'ended' || step.name === 'saved' || step.name === 'failed') && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

interface StepViewProps {
  readonly kind: MatchingKind;
  readonly step: MatchingStep;
  readonly onAct: ReturnType<typeof useMatching>['act'];
  readonly onClose: () => void;
}

function StepView({ kind, step, onAct, onClose }: StepViewProps) {
  switch (step.name) {
    case 'counting':
      return (
        <Group justify="space-between">
          <Text size="sm" role="status">
            Looking for the orders that match: {whole(step.found)} so far
          </Text>
          <Button variant="default" onClick={onClose}>
            Stop
          </Button>
        </Group>
      );
    case 'saved':
      return <Text size="sm">{counted(step.found, 'order')} in the file orders.csv.</Text>;
    case 'counted':
      if (step.chosen.length === 0) return <Nothing found={step.found} kind={kind} onClose={onClose} />;
      return kind === 'release' ? (
        <ReleaseAll
          found={step.found}
          holding={step.chosen.length}
          onAct={() => onAct(step.chosen)}
          onClose={onClose}
        />
      ) : (
        <RerouteAllForm
          count={step.chosen.length}
          onAct={(body) => onAct(step.chosen, body)}
          onClose={onClose}
        />
      );
    case 'failed':
      return (
        <>
          <ErrorNote error={step.error} />
          <TallyList kind={kind} tally={step.tally} />
        </>
      );
    default:
      return (
        <>
          <Progress
            value={(handled(step.tally) / step.total) * 100}
            aria-label="Orders handled"
            transitionDuration={0}
          />
          <Text size="sm" role="status">
            {whole(handled(step.tally))} of {counted(step.total, 'order')}
            {step.name === 'ended' && handled(step.tally) < step.total && ': stopped, the rest is as it was'}
          </Text>
          <TallyList kind={kind} tally={step.tally} />
        </>
      );
  }
}

function Nothing({ found, kind, onClose }: { found: number; kind: MatchingKind; onClose: () => void }) {
  return (
    <Group justify="space-between">
      <Text size="sm">
        {found === 0
          ? 'No order matches.'
          : `${counted(found, 'order')} ${found === 1 ? 'matches' : 'match'}, and ${kind === 'release' ? 'none holds units' : 'none can be routed again'}.`}
      </Text>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Group>
  );
}
