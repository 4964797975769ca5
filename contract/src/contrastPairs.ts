/**
 * Which colour of a theme stands on which, by the names of their tokens, and the contrast that it
 * needs: 4.5 for text, 3 for what is large, for controls and for rings.
 */
export const contrastPairs = [
  ['text', 'ground', 4.5],
  ['text', 'surface', 4.5],
  ['text', 'sunken', 4.5],
  ['text', 'bad-ground', 4.5],
  ['quiet', 'ground', 4.5],
  ['quiet', 'surface', 4.5],
  ['quiet', 'sunken', 4.5],
  ['accent', 'ground', 4.5],
  ['accent', 'surface', 4.5],
  // What is pressed inside a field, and rings around it.
  ['accent', 'sunken', 4.5],
  ['accent', 'bad-ground', 3],
  ['accent-strong', 'ground', 4.5],
  ['accent-strong', 'surface', 4.5],
  ['accent-strong', 'sunken', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['good', 'ground', 4.5],
  ['good', 'surface', 4.5],
  ['bad', 'ground', 4.5],
  ['bad', 'surface', 4.5],
  ['bad', 'sunken', 4.5],
  ['on-bad', 'bad', 4.5],
  ['bad', 'bad-ground', 3],
  ['on-bar', 'bar', 4.5],
  ['edge', 'ground', 3],
  ['edge', 'surface', 3],
  ['edge', 'sunken', 3],
] as const
