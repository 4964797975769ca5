/** Drawn for this portal on a grid of 24. */
export const shape =
  'M3.2 13.6A9 9 0 1 1 4.6 17l3.1 1.3M15.4 6.2a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4Zm-6.2 8a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Zm-6 -.6 4 1.7m3.8 -.2 2.3-2.9'

export const colour = 'linear-gradient(#14588f, #0b1c34)'
