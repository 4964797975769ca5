/** Drawn for this portal on a grid of 24. */
export const shape = 'M6 3.5h14V14l-4 4h-4l-3 3v-3H4.5V6.5L6 3.5Zm5.2 4.2v4.6m4.6-4.6v4.6'

export const colour = '#8a3ffc'
