import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Run } from '#test/support/process/stand-in-shop.ts'
import { ask, bothOf, isAlive, twoProcesses } from '#test/support/process/two-processes.ts'

const shop = twoProcesses()
let run: Run

async function open(): Promise<void> {
  run = await shop.open()
}

// The tests run in sequence on the same shop, which must survive each of them.
describe('one shop of two processes', () => {
  let newOutput: () => string

  beforeAll(open)
  beforeEach(() => {
    const before = run.output().length
    newOutput = () => run.output().slice(before)
  })
  afterAll(() => shop.closeAll())

  test('kill -9 of one while its metrics are collected: the shop keeps running', async () => {
    const both = await bothOf(run)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answered = await ask(run, '/', agent)
    // The primary process then reads the metrics request first, and the exit of the other process after it.
    run.child.kill('SIGSTOP')
    for (let times = 0; times < 20; times++) await ask(run, '/metrics', agent)
    const other = both.find(({ pid }) => pid !== answered.pid)
    process.kill(other?.pid ?? 0, 'SIGKILL')
    await sleep(200)
    run.child.kill('SIGCONT')
    await expect.poll(newOutput, { timeout: 5_000 }).toContain('another one replaces it')
    agent.destroy()
    expect(await bothOf(run)).toHaveLength(2)
    expect(newOutput()).not.toContain('uncaught error')
  })

  test('SIGTERM to one during requests: not one fails', async () => {
    const [first] = await bothOf(run)
    let is_over = false
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const paths = [...Array<string>(6).fill('/'), '/slow', '/slow']
    const answers = paths.map(() => 0)
    const shopper = async (path: string, index: number) => {
      while (!is_over) {
        await ask(run, path, agent)
        answers[index] = (answers[index] ?? 0) + 1
      }
    }
    /** Resolves when each shopper has got one more answer. */
    const nextAnswers = async () => {
      const before = [...answers]
      const isNext = () => answers.every((count, index) => count > (before[index] ?? 0))
      await expect.poll(isNext, { timeout: 10_000 }).toBe(true)
    }
    const shoppers = Promise.all(paths.map(shopper))
    await nextAnswers()
    process.kill(first?.pid ?? 0, 'SIGTERM')
    await expect.poll(() => isAlive(first?.pid ?? 0), { timeout: 10_000 }).toBe(false)
    await nextAnswers()
    is_over = true
    await shoppers
    agent.destroy()
    expect((await bothOf(run)).map(({ pid }) => pid)).not.toContain(first?.pid)
  })

  test('SIGTERM to one: it answers requests until its successor does', async () => {
    const [first] = await bothOf(run)
    process.kill(first?.pid ?? 0, 'SIGTERM')
    await expect.poll(newOutput, { timeout: 5_000 }).toContain('another one replaces it first')
    const seen = new Set<number>()
    while (isAlive(first?.pid ?? 0)) seen.add((await ask(run, '/')).pid)
    expect(seen.has(first?.pid ?? 0)).toBe(true)
    expect(newOutput()).not.toContain('a process ended')
    const others = await bothOf(run)
    expect(others.map(({ pid }) => pid)).not.toContain(first?.pid)
  })
})

describe('WEB_CONCURRENCY=2', () => {
  beforeEach(open)
  afterEach(() => shop.closeAll())

  test('SIGTERM to all at once, as from a terminal: all end, exit 0', async () => {
    for (const { pid } of await bothOf(run)) process.kill(pid, 'SIGTERM')
    await expect.poll(run.output, { timeout: 5_000 }).toContain('another one replaces it first')
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  test('a process that crashes repeatedly is replaced with growing delays', async () => {
    const crash = () => ask(run, '/crash').catch(() => undefined)
    await crash()
    await crash()
    await expect.poll(() => run.output().split('another one replaces it').length - 1).toBe(2)
    expect(await bothOf(run)).toHaveLength(2)
  })

  test('kill -9 of the shop ends all worker processes', async () => {
    const workers = await bothOf(run)
    run.child.kill('SIGKILL')
    await run.ended
    await expect.poll(() => workers.some(({ pid }) => isAlive(pid)), { timeout: 5_000 }).toBe(false)
  })
})
