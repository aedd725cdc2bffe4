import { normalizeIp, toNetwork } from '#platform/kernel/ip-address';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:1234', '203.0.113.9'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['"><script>', null],
  ['127.1', null],
  ['0x7f000001', null],
  ['', null],
])('%j is the address %j', (text, address) => {
  expect(normalizeIp(text)).toBe(address);
});

test('one client is an IPv4 address, or all of an IPv6 /64', () => {
  expect(toNetwork('203.0.113.9')).toBe('203.0.113.9');
  expect(toNetwork('2001:db8:1:2::1')).toBe(toNetwork('2001:db8:1:2:ffff::9'));
  expect(toNetwork('2001:db8:1:2::1')).not.toBe(toNetwork('2001:db8:1:3::1'));
  expect([toNetwork('2001:db8:1:2::1', 56), toNetwork('2001:db8:1:2::1', 48)]).toEqual([
    '20010db8000100/56',
    '20010db80001/48',
  ]);
  expect(toNetwork('2001:db8:1:1ff::1', 56)).not.toBe(toNetwork('2001:db8:1:2ff::1', 56));
});
