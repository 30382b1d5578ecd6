/** Bitmaps of drawings: to paint one costs the page next to nothing, so that cards move smoothly. */

/** Any colour will do; a browser that hides what was drawn gives back another one. */
const PROBE = "#369";
const PROBED = [0x33, 0x66, 0x99, 0xff];

/** Return whether the browser gives back what was drawn: some alter it, to guard privacy. */
export function givesBitmaps(): boolean {
  const context = canvasOf(1, 1);
  context.fillStyle = PROBE;
  context.fillRect(0, 0, 1, 1);
  const { data } = context.getImageData(0, 0, 1, 1);
  return PROBED.every((value, i) => data[i] === value);
}

/** Return the drawing at an address, ready to be drawn. */
export async function drawingAt(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Return the bitmap of a drawing, so many device pixels wide. */
export function bitmapOf(image: HTMLImageElement, width: number): Promise<Blob> {
  const height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  const context = canvasOf(width, height);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    context.canvas.toBlob((blob) => {
      if (blob === null) reject(new Error(`no bitmap of ${width} by ${height} pixels`));
      else resolve(blob);
    });
  });
}

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no canvas to draw on");
  return context;
}
