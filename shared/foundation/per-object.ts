/**
 * A function that makes something of an object once, and then answers the same again as long as the object lives. The
 * object must never change. Objects are told apart by identity: an equal copy is another object, for which it is made
 * again, so that a missed object costs time and no right answer.
 */
export function perObject<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new WeakMap<Of, Made>();
  return (of) => {
    let known = made.get(of);
    if (known === undefined) {
      known = make(of);
      made.set(of, known);
    }
    return known;
  };
}
