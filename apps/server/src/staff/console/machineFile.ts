import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'

/*
 * Where a command line finds the server of its machine, and the token that it shows there. Only the
 * server's user reads the file: who reads it may order everything.
 */

export interface MachineFile {
  /** Address of the API, on the loopback. */
  readonly address: string
  /** 256 bits, of this start of the server. */
  readonly token: string
}

type Place = { readonly DATA_DIR: string }

/** Servers of several machines may share the folder: each has its file. */
export function machineFileIn({ DATA_DIR }: Place): string {
  return join(resolve(DATA_DIR), `${hostname()}.token`)
}

/** Null where no server of this folder runs. */
export async function readMachineFile(place: Place): Promise<MachineFile | null> {
  const text = await readFile(machineFileIn(place), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as MachineFile)
}

/** Replaces the file of an earlier server; throws where the folder takes none. */
export async function writeMachineFile(place: Place, file: MachineFile): Promise<void> {
  const path = machineFileIn(place)
  const draft = `${path}.${process.pid}`
  await writeFile(draft, JSON.stringify(file), { mode: 0o600 })
  await rename(draft, path)
}

/** Removes the file, unless a later server has written its own. */
export async function removeMachineFile(place: Place, token: string): Promise<void> {
  const found = await readMachineFile(place).catch(() => null)
  if (found?.token === token) await rm(machineFileIn(place), { force: true })
}
