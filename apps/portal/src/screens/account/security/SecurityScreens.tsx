/* One file: each needs a good part of it. */
export { Activity } from './Activity.tsx'
export { Enrolment } from './Enrolment.tsx'
export { Security } from './Security.tsx'
