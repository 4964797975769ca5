/** Drawn for this portal on a grid of 24. */
export const shape = 'M5 3h14v14.6L12 21l-7-3.4V3Zm9.6 4H9.4v9.2h5.2M9.4 11.5h4.2'

export const colour = '#2b2b2f'
