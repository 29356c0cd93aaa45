import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useWarehouseChoice, type Warehouse } from '../../client/warehouses.ts';
import { ManySelect } from '../../components/many-select.tsx';
import type { RerouteBody } from './use-order.ts';

/** The values of the form of a reroute. */
export interface RerouteChoice {
  readonly exclude: string[];
  readonly only: string[];
  readonly note: string;
}

export const NO_CHOICE: RerouteChoice = { exclude: [], only: [], note: '' };

/** The body of the request. Values that were not chosen are left out. */
export function rerouteBody({ exclude, only, note }: RerouteChoice): RerouteBody {
  return {
    ...(exclude.length > 0 && { exclude_warehouse_ids: exclude }),
    ...(only.length > 0 && { only_warehouse_ids: only }),
    ...(note !== '' && { note }),
  };
}

interface RerouteFieldsProps {
  readonly form: Pick<UseFormReturnType<RerouteChoice>, 'getInputProps'>;
  readonly isOffered?: (warehouse: Warehouse) => boolean;
  /** Where the note is seen later. */
  readonly noteIn: string;
  /** Called if other warehouses are chosen. */
  readonly onChoice?: () => void;
}

/** The fields of a reroute: its warehouses, and a note. */
export function RerouteFields({ form, isOffered, noteIn, onChoice }: RerouteFieldsProps) {
  const warehouses = useWarehouseChoice(isOffered);
  const choiceOf = (name: 'exclude' | 'only') => {
    const { onChange, ...field } = form.getInputProps(name);
    const choose = (ids: string[]) => {
      onChange(ids);
      onChoice?.();
    };
    return { ...warehouses, ...field, clearable: true, onChange: choose };
  };
  return (
    <>
      <ManySelect label="Exclude warehouses" {...choiceOf('exclude')} />
      <ManySelect label="Only these warehouses" {...choiceOf('only')} />
      <TextInput label="Note" description={noteIn} maxLength={500} {...form.getInputProps('note')} />
    </>
  );
}
