/** The question whether it is still the person who signed in, while it is open. */
interface OpenQuestion {
  readonly answer: Promise<boolean>;
  readonly end: (isConfirmed: boolean) => void;
}

let open: OpenQuestion | null = null;
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** Asks the person to show that it is them, once for all requests that wait. Returns whether they did. */
export function askConfirmation(): Promise<boolean> {
  if (open === null) {
    let answer: (isConfirmed: boolean) => void = () => {};
    const promise = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    const end = (isConfirmed: boolean) => {
      open = null;
      answer(isConfirmed);
      notify();
    };
    open = { answer: promise, end };
    notify();
  }
  return open.answer;
}

/** The open question, for the dialog that shows it. */
export const confirmation = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  open: () => open,
};
