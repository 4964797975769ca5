// Processor time that the product and its PostgreSQL have used so far, in milliseconds, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs'

/** The times of the server's main thread, of the threads that hash, of its other threads, and of PostgreSQL. */
export function processorTimes(product, postgres) {
  const server = childrenOf(product.child.pid)[0] ?? product.child.pid
  const main = timeOf(`/proc/${server}/task/${server}`)
  const workers = readdirSync(`/proc/${server}/task`).map((id) => `/proc/${server}/task/${id}`)
  const hashing = sum(workers.filter((task) => nameOf(task) === 'libuv-worker').map(timeOf))
  return {
    main,
    hashing,
    other: timeOf(`/proc/${server}`) - main - hashing,
    database: databaseTime(postgres),
  }
}

/** With the processes that have ended, whose time the postmaster keeps. */
function databaseTime({ socketUrl }) {
  const [host] = new URL(socketUrl).searchParams.getAll('host')
  const postmaster = Number(readFileSync(`${host}/postmaster.pid`, 'utf8').split('\n')[0])
  const ended = fieldsOf(`/proc/${postmaster}/stat`).slice(13, 15)
  const living = [postmaster, ...childrenOf(postmaster)].map((pid) => timeOf(`/proc/${pid}`))
  return sum(living) + sum(ended.map(Number)) * tick
}

/** Linux counts in hundredths of a second. */
const tick = 10

function sum(values) {
  return values.reduce((all, value) => all + value, 0)
}

function childrenOf(parent) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => Number(fieldsOf(`/proc/${pid}/stat`)[1]) === parent)
}

/** User and system time of a process or a thread. */
function timeOf(folder) {
  const fields = fieldsOf(`${folder}/stat`)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tick
}

function nameOf(task) {
  return /\((.*)\)/.exec(textOf(`${task}/stat`))?.[1] ?? ''
}

/** The fields behind the name of a process; empty for one that has ended. */
function fieldsOf(file) {
  return textOf(file).split(') ').at(-1)?.split(' ') ?? []
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
