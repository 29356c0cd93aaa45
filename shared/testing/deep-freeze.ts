/** Freezes a value and all values in it. A frozen Map throws when it is changed. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    for (const each of value.values()) deepFreeze(each);
    const refuse = (): never => {
      throw new TypeError('a frozen Map is written to');
    };
    Object.assign(value, { set: refuse, delete: refuse, clear: refuse });
  }
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
}
