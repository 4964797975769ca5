// A machine of the cluster: namespaces of the network, of mounts and of the host name, in which etcd,
// Patroni and PostgreSQL find the files of deploy/patroni where their packages look for them.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '../../../scripts/bootstrap.mjs'

const samples = join(root, 'deploy/patroni')
export const bridge = 'players'
const repositoryAt = '/srv/pgbackrest'

const execute = promisify(execFile)

/** Runs a command beside the load; resolves with its output, and throws where it fails. */
export async function run(command, ...args) {
  try {
    const running = execute(command, args)
    running.child.stdin.end()
    return (await running).stdout
  } catch (error) {
    throw new Error(`${args.join(' ')}: ${error.stderr}${error.stdout}`, { cause: error })
  }
}

/** A program's folder on the machine, and who owns it. */
const folders = {
  postgresql: { at: '/var/lib/postgresql', owner: 'postgres' },
  etcd: { at: '/var/lib/etcd', owner: 'etcd' },
  patroni: { at: '/etc/patroni', owner: 'postgres' },
  run: { at: '/run/postgresql', owner: 'postgres' },
}

export class Machine {
  #folder
  #repository
  #holder
  #link
  #children = new Map()

  constructor(name, address) {
    this.name = name
    this.address = address
    this.#link = `to-${name}`
  }

  /** Makes it, with its share of the files and a disk of this size; no program runs yet. */
  async open(work, { secrets, certificate, repository, megabytes }) {
    this.#folder = join(work, this.name)
    this.#repository = repository
    fs.mkdirSync(this.#folder)
    const inside = (name) => join(this.#folder, name)
    for (const name of Object.keys(folders)) fs.mkdirSync(inside(name))
    // Its own disk, which can be full.
    await run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'disk', inside('postgresql'))
    for (const file of ['etcd.conf', 'patroni.yml', 'pgbackrest.conf']) this.#fill(file, secrets)
    fs.renameSync(inside('patroni.yml'), inside('patroni/config.yml'))
    fs.cpSync(certificate, inside('patroni'), { recursive: true })
    fs.copyFileSync(join(samples, 'pgbackrest-archive.sh'), inside('patroni/pgbackrest-archive.sh'))
    for (const file of fs.readdirSync(inside('patroni'))) {
      fs.chmodSync(inside(`patroni/${file}`), file.endsWith('.sh') ? 0o755 : 0o600)
    }
    for (const [name, { owner }] of Object.entries(folders)) {
      await run('chown', '-R', `${owner}:`, inside(name))
    }
    const script = [
      ...Object.entries(folders).map(([name, { at }]) => `mount --bind ${inside(name)} ${at}`),
      `mount --bind ${inside('pgbackrest.conf')} /etc/pgbackrest.conf`,
      `mount -t tmpfs tmpfs /srv && mkdir ${repositoryAt}`,
      `mount --bind ${repository} ${repositoryAt}`,
      'mount -t tmpfs -o mode=1777 tmpfs /tmp',
      `hostname ${this.name}`,
      'ip link set lo up',
      'echo there',
      'exec sleep infinity',
    ]
    const args = ['--net', '--mount', '--uts', 'sh', '-ec', script.join('\n')]
    this.#holder = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(this.#holder.stdout, 'data')
    await this.#connect()
  }

  #fill(file, secrets) {
    let text = fs.readFileSync(join(samples, file), 'utf8')
    const values = { ...secrets, name: this.name, address: this.address }
    text = text.replaceAll(/@([\w-]+)@/g, (placeholder, name) => values[name] ?? placeholder)
    fs.writeFileSync(join(this.#folder, file), text)
  }

  async #connect() {
    await run(
      'ip',
      'link',
      'add',
      this.#link,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      this.#pid,
    )
    await run('ip', 'link', 'set', this.#link, 'master', bridge, 'up')
    await this.must('ip', 'address', 'add', `${this.address}/24`, 'dev', 'eth0')
    await this.must('ip', 'link', 'set', 'eth0', 'up')
  }

  get #pid() {
    return String(this.#holder.pid)
  }

  #within(user, command) {
    const as = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups']
    const enter = ['-t', this.#pid, '--net', '--mount', '--uts']
    return [...enter, '--wd=/', ...(user === 'root' ? [] : as), ...command]
  }

  /** Runs a command on the machine, as a user; throws where it fails. */
  must(...command) {
    return this.mustAs('root', ...command)
  }

  mustAs(user, ...command) {
    return run('nsenter', ...this.#within(user, command))
  }

  /** Asks its PostgreSQL, as its superuser over its socket. */
  async ask(statement, database = 'postgres') {
    const args = ['-XAtq', '-d', database, '-c', statement]
    return (await this.mustAs('postgres', 'psql', ...args)).trim()
  }

  #start(name, user, command, env = {}) {
    const log = fs.openSync(join(this.#folder, `${name}.log`), 'a')
    const child = spawn('nsenter', this.#within(user, command), {
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    })
    fs.closeSync(log)
    this.#children.set(name, child)
  }

  startEtcd() {
    const text = fs.readFileSync(join(this.#folder, 'etcd.conf'), 'utf8')
    const env = Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, k, v]) => [k, v]))
    this.#start('etcd', 'etcd', ['/usr/bin/etcd'], env)
  }

  startPatroni() {
    this.#start('patroni', 'postgres', ['/usr/bin/patroni', '/etc/patroni/config.yml'])
  }

  /** Ends a program, as systemd does or by SIGKILL. */
  async end(name, signal) {
    const child = this.#children.get(name)
    this.#children.delete(name)
    if (child === undefined || (child.exitCode ?? child.signalCode) !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  /** kill -9 of PostgreSQL's first process: the others end when they notice. */
  killPostgres() {
    const file = join(this.#folder, 'postgresql/15/main/postmaster.pid')
    process.kill(Number(fs.readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
  }

  /** Nothing reaches it and it reaches nothing, the repository neither, and no packet is refused. */
  async cutOff() {
    await run('ip', 'link', 'set', this.#link, 'nomaster')
    await this.must('umount', '-l', repositoryAt)
  }

  async join() {
    await run('ip', 'link', 'set', this.#link, 'master', bridge)
    await this.must('mount', '--bind', this.#repository, repositoryAt)
  }

  /** The machines named and the repository are out of its reach; it still reaches the servers. */
  async cutFrom(others) {
    const nowhere = ['lladdr', '02:00:00:00:00:ff', 'dev', 'eth0', 'nud', 'permanent']
    for (const [from, to] of this.#pairs(others)) {
      await from.must('ip', 'neighbour', 'replace', to.address, ...nowhere)
    }
    await this.must('umount', '-l', repositoryAt)
  }

  async joinTo(others) {
    for (const [from, to] of this.#pairs(others)) {
      await from.must('ip', 'neighbour', 'del', to.address, 'dev', 'eth0')
    }
    await this.must('mount', '--bind', this.#repository, repositoryAt)
  }

  #pairs(others) {
    return others.flatMap((each) => [
      [this, each],
      [each, this],
    ])
  }

  /** Fills its disk to the last byte; `emptyDisk` makes the room again. */
  async fillDisk() {
    const disk = join(this.#folder, 'postgresql')
    const { bavail, bsize } = fs.statfsSync(disk)
    const file = join(disk, 'filling')
    const most = Math.max(0, bavail * bsize - (8 << 20))
    await run('fallocate', '-l', String(most), file)
    // The rest changes while it is filled.
    await run('sh', '-c', 'cat /dev/zero >> "$1" || true', 'sh', file)
  }

  emptyDisk() {
    fs.rmSync(join(this.#folder, 'postgresql/filling'), { force: true })
  }

  /** Patroni's view of the cluster from this machine; null where it does not answer. */
  async seen() {
    const signal = AbortSignal.timeout(1000)
    const answer = await fetch(`http://${this.address}:8008/cluster`, { signal }).catch(() => null)
    return (await answer?.json().catch(() => null)) ?? null
  }

  /** True when its Patroni says that it is the primary. */
  async isPrimary() {
    const signal = AbortSignal.timeout(1000)
    const answer = await fetch(`http://${this.address}:8008/primary`, { signal }).catch(() => null)
    await answer?.text().catch(() => null)
    return answer?.status === 200
  }

  patronictl(...args) {
    return this.mustAs('postgres', 'patronictl', '-c', '/etc/patroni/config.yml', ...args)
  }

  /** The end of a program's log, for a failure. */
  tail(name, lines = 25) {
    const file = join(this.#folder, `${name}.log`)
    return fs.existsSync(file)
      ? fs.readFileSync(file, 'utf8').split('\n').slice(-lines).join('\n')
      : ''
  }

  async untilPostgres(seconds = 60) {
    for (const until = Date.now() + seconds * 1000; ; await pause(200)) {
      try {
        return await this.ask('select 1')
      } catch (error) {
        if (Date.now() > until) throw error
      }
    }
  }
}
