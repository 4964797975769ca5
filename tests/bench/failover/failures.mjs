import { setTimeout as pause } from 'node:timers/promises'

/**
 * The failures: `strike` begins one and returns how it ends, what the operator or systemd does
 * after it has lasted.
 */
export const failures = {
  usual: { name: 'none', strike: () => undefined },
  postgres: {
    name: 'kill -9 of PostgreSQL on the primary',
    isShort: true,
    async strike(cluster) {
      ;(await cluster.primary()).killPostgres()
    },
  },
  machine: {
    name: 'kill -9 of everything on the primary',
    async strike(cluster) {
      const lost = await cluster.primary()
      await lost.end('patroni', 'SIGKILL')
      lost.killPostgres()
      await lost.end('etcd', 'SIGKILL')
      return () => {
        lost.startEtcd()
        lost.startPatroni()
      }
    },
  },
  etcd: {
    name: 'kill -9 of the etcd that leads',
    isShort: true,
    async strike(cluster) {
      const lost = await cluster.etcdLeader()
      await lost.end('etcd', 'SIGKILL')
      return () => lost.startEtcd()
    },
  },
  partition: {
    name: 'the primary is cut off from everything',
    async strike(cluster) {
      const lost = await cluster.primary()
      await lost.cutOff()
      return () => lost.join()
    },
  },
  split: {
    name: 'the primary is cut off from the other two, and servers reach it',
    async strike(cluster) {
      const lost = await cluster.primary()
      const others = cluster.others(lost)
      await cluster.leadEtcdElsewhere(lost)
      await lost.cutFrom(others)
      return () => lost.joinTo(others)
    },
  },
  standby: {
    name: 'the synchronous standby is cut off',
    async strike(cluster) {
      const { members } = await (await cluster.primary()).seen()
      const roles = ['sync_standby', 'replica']
      const rank = ({ role }) => roles.indexOf(role)
      const [{ name }] = members
        .filter(({ role }) => roles.includes(role))
        .toSorted((a, b) => rank(a) - rank(b))
      const lost = cluster.machines.find((each) => each.name === name)
      await lost.cutOff()
      return () => lost.join()
    },
  },
  switchover: {
    name: 'a switch-over',
    isShort: true,
    strike: (cluster) => cluster.switchOver().then(() => undefined),
  },
  disk: {
    name: 'the disk of the primary is full',
    async strike(cluster) {
      const full = await cluster.primary()
      await full.fillDisk()
      return async () => {
        full.emptyDisk()
        await pause(1000)
      }
    },
  },
}
