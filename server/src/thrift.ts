import { setFlagsFromString } from 'node:v8'

// By itself V8 lets garbage grow to three times of what is in use before it looks.
setFlagsFromString('--heap-growing-percent=25')
// Where many log-ins have waited, V8 learns that what a request makes lives long, and puts what every
// later one makes among the old, where garbage is dear: reads would cost twice as much.
setFlagsFromString('--no-allocation-site-pretenuring')
