import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bridge, Machine, run } from './machine.mjs'

/** Of the machine on which the servers run. */
const serversAddress = '10.0.0.254'
const secret = () => randomBytes(24).toString('hex')

/** Three machines with etcd, Patroni and PostgreSQL on one network. */
export class Cluster {
  machines = ['one', 'two', 'three'].map((name, at) => new Machine(name, `10.0.0.${at + 1}`))

  async open(work) {
    this.repository = join(work, 'repository')
    fs.mkdirSync(this.repository)
    await run('chown', 'postgres', this.repository)
    this.certificate = join(work, 'certificate')
    fs.mkdirSync(this.certificate)
    await this.#makeCertificate()
    this.password = secret()
    const names = ['orders', 'superuser', 'replication', 'rewind']
    const secrets = Object.fromEntries(names.map((name) => [`${name}-password`, secret()]))
    await run('ip', 'link', 'set', 'lo', 'up')
    await run('ip', 'link', 'add', bridge, 'type', 'bridge')
    await run('ip', 'address', 'add', `${serversAddress}/24`, 'dev', bridge)
    await run('ip', 'link', 'set', bridge, 'up')
    const { repository, certificate } = this
    for (const each of this.machines) {
      await each.open(work, { secrets, certificate, repository, megabytes: 1024 })
    }
    for (const each of this.machines) each.startEtcd()
    for (const each of this.machines) each.startPatroni()
    await this.untilWhole()
    const primary = await this.primary()
    await primary.ask(`create role gatehouse login password '${this.password}'`)
    await primary.ask('create database gatehouse owner gatehouse')
    await primary.mustAs('postgres', 'pgbackrest', '--stanza=gatehouse', 'stanza-create')
  }

  /** One certificate for the three machines, and for a proxy beside the servers. */
  async #makeCertificate() {
    const names = [...this.machines.map(({ address }) => address), '127.0.0.1']
    const alternative = names.map((each) => `IP:${each}`).join(',')
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '3650']
    const named = ['-subj', '/CN=database', '-addext', `subjectAltName=${alternative}`]
    const files = ['-keyout', 'database.key', '-out', 'database.pem'].map((each) =>
      each.startsWith('-') ? each : join(this.certificate, each),
    )
    await run('openssl', 'req', '-x509', ...kind, ...named, ...files)
  }

  /** How servers reach it: each host by its name, or the proxy beside them. */
  url(way) {
    const hosts = this.machines.map(({ address }) => address).join(',')
    const at = way === 'haproxy' ? '127.0.0.1:5000' : hosts
    const wanted = way === 'haproxy' ? '' : '&target_session_attrs=primary'
    const root = encodeURIComponent(join(this.certificate, 'database.pem'))
    return `postgres://gatehouse:${this.password}@${at}/gatehouse?sslmode=verify-full&sslrootcert=${root}${wanted}`
  }

  /** A machine's PostgreSQL, for ourselves. */
  directUrl({ address }) {
    const root = encodeURIComponent(join(this.certificate, 'database.pem'))
    return `postgres://gatehouse:${this.password}@${address}/gatehouse?sslmode=verify-full&sslrootcert=${root}`
  }

  /** The primary, by Patroni; throws where there is none within a minute. */
  async primary() {
    for (const until = Date.now() + 60_000; Date.now() < until; await pause(200)) {
      const are = await Promise.all(this.machines.map((each) => each.isPrimary()))
      if (are.includes(true)) return this.machines[are.indexOf(true)]
    }
    throw new Error('There is no primary.')
  }

  /** Resolves when a primary and two standbys are there that follow it, in the kind that is set. */
  async untilWhole(seconds = 90) {
    let seen = null
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await pause(500)) {
      seen = await (await this.primary()).seen()
      if (seen !== null && this.#isWhole(seen.members)) return
    }
    const logs = this.machines.map((each) => `${each.name}:\n${each.tail('patroni')}`)
    throw new Error(`The cluster is not whole: ${JSON.stringify(seen)}\n${logs.join('\n')}`)
  }

  #isWhole(members) {
    const leader = members.find(({ role }) => role === 'leader')
    const follow = members.filter(
      ({ role, state, timeline, lag }) =>
        role !== 'leader' &&
        /running|streaming/.test(state) &&
        timeline === leader?.timeline &&
        lag < 1 << 20,
    )
    const synchronous = members.filter(({ role }) => role === 'sync_standby').length
    return (
      leader?.state === 'running' &&
      follow.length === 2 &&
      (this.isSynchronous ? synchronous === 1 : synchronous === 0)
    )
  }

  isSynchronous = true

  async beSynchronous(is) {
    this.isSynchronous = is
    const primary = await this.primary()
    await primary.patronictl(
      'edit-config',
      '--force',
      '-q',
      '-s',
      `synchronous_mode=${is}`,
      'gatehouse',
    )
    await this.untilWhole()
  }

  async switchOver() {
    const from = await this.primary()
    // patronictl asks the primary.
    await from.patronictl('switchover', 'gatehouse', '--leader', from.name, '--force')
    return from
  }

  /** Makes the members that do not follow again, as an operator does; returns their names. */
  async makeAgain() {
    const primary = await this.primary()
    const { members } = await primary.seen()
    const { timeline } = members.find(({ role }) => role === 'leader')
    const lost = members.filter((each) => each.timeline !== timeline)
    for (const { name } of lost) await primary.patronictl('reinit', 'gatehouse', name, '--force')
    await this.untilWhole()
    return lost.map(({ name }) => name)
  }

  /** A full backup, as the timer of the primary takes it. */
  async backUp() {
    const primary = await this.primary()
    const kind = ['--stanza=gatehouse', '--type=full']
    await primary.mustAs('postgres', 'pgbackrest', ...kind, 'backup')
  }

  /** The machines but one. */
  others(than) {
    return this.machines.filter((each) => each !== than)
  }

  /** The machine whose etcd leads. */
  async etcdLeader() {
    for (const each of this.machines) {
      const { member, leader } = await this.#etcdOf(each)
      if (member === leader) return each
    }
    throw new Error('No etcd leads.')
  }

  /** Lets the etcd of another machine lead: the one without a majority is then the last to know. */
  async leadEtcdElsewhere(than) {
    if ((await this.etcdLeader()) !== than) return
    const { member } = await this.#etcdOf(this.others(than)[0])
    await this.#etcdctl(than, 'move-leader', BigInt(member).toString(16))
  }

  async #etcdOf(machine) {
    // Its numbers are beyond those of JSON.parse.
    const text = await this.#etcdctl(machine, 'endpoint', 'status', '-w', 'json')
    const numberOf = (name) => new RegExp(`"${name}":(\\d+)`).exec(text)?.[1]
    return { member: numberOf('member_id'), leader: numberOf('leader') }
  }

  #etcdctl({ address }, ...args) {
    return run('env', 'ETCDCTL_API=3', 'etcdctl', '--endpoints', `http://${address}:2379`, ...args)
  }
}
