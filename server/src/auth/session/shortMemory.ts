/** Milliseconds that an answer may be given again. */
const lifetime = 1000

/** More are not worth their memory. */
const most = 10_000

/**
 * Answers of the database that are given again for at most a second. All are forgotten together: when
 * their second is over, when there are too many, and when whoever changes something says so.
 */
export class ShortMemory<Answer> {
  #answers = new Map<string, Promise<Answer | undefined>>()
  #until = new Date(0)

  /**
   * What `ask` answers, or what it answered within this second, unless that is to be asked `anew`;
   * that there is nothing is never remembered.
   */
  recall(
    key: string,
    now: Date,
    anew: boolean,
    ask: () => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    this.#forgetOld(now)
    const answers = this.#answers
    const known = anew ? undefined : answers.get(key)
    if (known) return known
    const asked = ask()
    answers.set(key, asked)
    const drop = () => {
      if (answers.get(key) === asked) answers.delete(key)
    }
    asked.then((answer) => answer === undefined && drop(), drop)
    return asked
  }

  /** Also what is being asked right now is not given to anybody who comes later. */
  forget(): void {
    this.#answers = new Map()
  }

  #forgetOld(now: Date): void {
    // A clock that was put back keeps nothing alive.
    const left = this.#until.getTime() - now.getTime()
    if (left > 0 && left <= lifetime && this.#answers.size < most) return
    this.forget()
    this.#until = new Date(now.getTime() + lifetime)
  }
}
