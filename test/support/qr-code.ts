import { inflateSync } from 'node:zlib';

const pngStart = 8;
/** The first chunk, which has the size of the picture. */
const headerData = pngStart + 8;

/** Reads the text of a QR code in a PNG (a data URL) with two colours, as an app that photographs it would. */
export async function readQrCode(dataUrl: string): Promise<string> {
  const { default: decodeQR } = await import('qr/decode.js');
  const png = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const width = png.readUInt32BE(headerData);
  const height = png.readUInt32BE(headerData + 4);
  expect([...png.subarray(headerData + 8, headerData + 10)]).toEqual([1, 3]);
  const colours = chunk(png, 'PLTE');
  const rows = inflateSync(chunk(png, 'IDAT'));
  const rowBytes = Math.ceil(width / 8) + 1;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const bit = (Number(rows[y * rowBytes + 1 + (x >> 3)]) >> (7 - (x & 7))) & 1;
      data.set(colours.subarray(bit * 3, bit * 3 + 3), (y * width + x) * 4);
    }
  return decodeQR({ width, height, data });
}

function chunk(png: Buffer, type: string): Buffer {
  for (let at = pngStart; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === type)
      return png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
  throw new Error(`no ${type}`);
}
