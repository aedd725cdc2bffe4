import fc from 'fast-check';
import { hasGpcSignal } from '../../src/standards/gpc';

describe('the Sec-GPC header', () => {
  it.each(['1', ' 1', '1\t', '1, 1', '0, 1', '1,0', 'x,1', ['1'], ['0', '1'], ['0,1']])('carries the signal in %j', (header) => {
    expect(hasGpcSignal(header)).toBe(true);
  });

  it.each([undefined, '', '0', 'true', 'on', '"1"', '?1', '01', '1.0', '1;v=2', '11', '1 1', '-1', '１', '1\n', [], ['0'], ['']])(
    'does not carry it in %j',
    (header) => {
      expect(hasGpcSignal(header)).toBe(false);
    },
  );

  it('carries it only where a value is exactly 1, and never throws', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('1', '0', ' 1 ', '1 1'));
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const expected = values.some((one) => one.split(',').some((part) => part.replace(/^[ \t]+|[ \t]+$/g, '') === '1'));
        expect(hasGpcSignal(values)).toBe(expected);
        expect(hasGpcSignal(values.join(','))).toBe(expected);
      }),
    );
  });
});
