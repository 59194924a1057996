/** Renders an SVG image of a given size with initials. */
export function renderSvgImage(width: number, height: number, text: string, hue: number): string {
  const size = Math.round(Math.min(width, height) * 0.4);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="hsl(${hue} 45% 55%)"/>` +
    `<text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="${size}" fill="#fff">` +
    `${text.replace(/[^\p{L}\p{N} ]/gu, '')}</text></svg>`
  );
}
