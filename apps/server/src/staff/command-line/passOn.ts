import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { CommandOrder } from '../acts/orders/carryOut.ts'
import type { ActAnswer } from '../acts/orders/actAnswer.ts'
import { readMachineFile } from '../console/machineFile.ts'

/*
 * The way of an order to the server of this machine. It loads no library: the server has them
 * loaded.
 */

/** The outcomes by the status of an answer. */
const outcomes: Readonly<Record<number, ActAnswer['outcome']>> = {
  200: 'done',
  400: 'misunderstood',
  409: 'refused',
}

/**
 * Passes an order to the server that runs on the data of this folder; null without one. Throws where
 * the server could not carry it out, and where it is of another version.
 */
export async function passOn(
  settings: { readonly DATA_DIR: string },
  name: string,
  given: CommandOrder,
): Promise<ActAnswer | null> {
  const file = await readMachineFile(settings)
  if (file === null) return null
  try {
    const url = `${file.address}/api/v1/${name.replaceAll(' ', '/')}`
    const { status, answer } = await post(url, file.token, JSON.stringify(given))
    const outcome = outcomes[status]
    if (outcome !== undefined) return { ...answer, outcome } as ActAnswer
    throw new Error(answer.message)
  } catch (error) {
    // The file of a server that died.
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return null
    throw error
  }
}

interface Answered {
  readonly status: number
  readonly answer: Partial<ActAnswer>
}

/** Waits as long as it takes: an import may take an hour. */
function post(url: string, token: string, body: string): Promise<Answered> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return new Promise((answered, failed) => {
    const asked = request(url, { method: 'POST', headers, agent: false }, (response) => {
      const { statusCode: status = 0 } = response
      void json(response).then(
        (answer) => answered({ status, answer: answer as Partial<ActAnswer> }),
        failed,
      )
    })
    asked.on('error', failed).end(body)
  })
}
