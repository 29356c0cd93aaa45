type Question = () => Promise<boolean>;

let ask: Question = async () => false;
let open: Promise<boolean> | null = null;

/** The dialog that asks. */
export function confirmBy(dialog: Question): void {
  ask = dialog;
}

/** Asks the person to show that it is them, once for all requests that wait. Returns whether they did. */
export function askConfirmation(): Promise<boolean> {
  open ??= ask().finally(() => {
    open = null;
  });
  return open;
}
