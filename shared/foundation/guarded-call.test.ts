import { expect, it } from 'vitest';
import { isPublic } from './guarded-call.ts';

it.each([
  ...['168.63.129.16', '::ffff:168.63.129.16', '161.26.0.10', '166.8.1.1', '199.36.153.4', '199.36.153.11'],
  ...['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '10.0.0.1', '127.0.0.1', '::1'],
  ...['172.16.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0', '224.0.0.1', '::', 'fe80::1', 'fd00::1'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ...['2600:2d00:2:2000::1', '64:ff9b::a00:1', 'not an address', ''],
])('refuses %s, which is of a machine or its platform', (address) => {
  expect(isPublic(address)).toBe(false);
});

it.each(['1.1.1.1', '168.63.129.17', '199.36.153.3', '2606:4700:4700::1111'])('takes %s', (address) => {
  expect(isPublic(address)).toBe(true);
});
