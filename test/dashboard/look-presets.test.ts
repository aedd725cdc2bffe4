import { contrastRatio } from '#standards/contrast';
import { colourPairs } from '#standards/widget-colours';
import { presets } from '../../src/dashboard/screens/banner/look/presets';

test.each(presets)('the look $id has enough contrast in the light and in the dark', ({ theme }) => {
  for (const mode of ['light', 'dark'] as const)
    for (const { front, back, least } of colourPairs) {
      const ratio = contrastRatio(theme[mode][front], theme[mode][back]);
      expect([mode, front, back, ratio >= least]).toEqual([mode, front, back, true]);
    }
});
