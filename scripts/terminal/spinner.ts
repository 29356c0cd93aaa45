import { LiveLine } from './live-line.ts';
import type { Screen } from './look.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
/** Without a terminal, only work that takes longer gets a line. */
const QUIET_MS = 1000;

/**
 * Does `work` and shows meanwhile that it is under way: with a spinner on a terminal, otherwise with a plain line if it takes
 * longer than a second. The spinner is removed at the end.
 */
export async function whileSaying<T>(
  screen: Screen,
  label: string,
  work: () => Promise<T>,
  { indent = '' }: { readonly indent?: string } = {},
): Promise<T> {
  const line = new LiveLine(screen);
  let frame = 0;
  const draw = () => {
    const text = `${indent}${FRAMES[frame++ % FRAMES.length]!} ${label} …`;
    line.show(label, (columns) => text.slice(0, columns), `${indent}${label} …`);
  };
  if (screen.isTTY) draw();
  const timer = screen.isTTY ? setInterval(draw, FRAME_MS) : setTimeout(draw, QUIET_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    line.clear();
  }
}
