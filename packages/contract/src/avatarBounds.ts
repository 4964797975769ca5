/** Bounds of an uploaded picture, and the sides of the squares that are made of it, in pixels. */
export const avatarBounds = {
  bytes: 5 * 1024 * 1024,
  pixels: 32_000_000,
  sides: [256, 64],
  types: ['image/png', 'image/jpeg', 'image/webp'],
} as const
