/**
 * Memoizes a function of one object as long as the object lives. The object must never change. An equal copy counts as
 * another object: that costs time, and the answer is right.
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
