/** Drawn for this portal on a grid of 24. */
export const shape =
  'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM7 4.8c2 .3 3.7 1.6 5 3 1.3-1.4 3-2.7 5-3M5.4 18c.4-3.5 3.3-7.3 6.6-10.2 3.3 2.9 6.2 6.7 6.6 10.2'

export const colour = '#107c10'
