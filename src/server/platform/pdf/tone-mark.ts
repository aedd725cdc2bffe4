import { colours } from './pdf-canvas';
import type { Tone } from './pdf-document';

const radius = 5;

/** Width of a mark (pt). */
export const markWidth = 2 * radius;

/** Strokes within the circle, as offsets from its middle (pt). */
const strokes: Readonly<Record<Tone, readonly (readonly (readonly [number, number])[])[]>> = {
  yes: [
    [
      [-2.3, 0.1],
      [-0.6, 1.9],
      [2.4, -1.8],
    ],
  ],
  no: [
    [
      [-1.8, -1.8],
      [1.8, 1.8],
    ],
    [
      [1.8, -1.8],
      [-1.8, 1.8],
    ],
  ],
  neutral: [
    [
      [-2, 0],
      [2, 0],
    ],
  ],
};

/**
 * Draws a mark for yes, no or neither, which differ by form and not only by colour.
 * @param left its left edge (pt)
 * @param middle the vertical position of its middle (pt)
 */
export function drawMark(pdf: PDFKit.PDFDocument, tone: Tone, left: number, middle: number): void {
  const centre = left + radius;
  pdf.circle(centre, middle, radius).fillColor(colours[tone]).fill();
  pdf.lineWidth(1.2).lineCap('round').strokeColor('#ffffff');
  for (const [[x, y] = [0, 0], ...rest] of strokes[tone]) {
    pdf.moveTo(centre + x, middle + y);
    for (const [toX, toY] of rest) pdf.lineTo(centre + toX, middle + toY);
    pdf.stroke();
  }
}
