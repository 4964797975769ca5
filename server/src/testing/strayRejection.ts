import { subscribe } from 'node:diagnostics_channel'

/* Loaded before a test's server: something in the handler of `profile/connects` fails unheard. */

subscribe('gatehouse:point', (point) => {
  if (point === 'listConnects asked') void Promise.reject(new Error('nobody waited for this'))
})
