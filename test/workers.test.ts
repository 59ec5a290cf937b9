import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask, bothOf, twoProcesses } from '#test/support/process/two-processes.ts'

// The processes around the shop; how they are killed in every way is workers.soak.ts.
const shop = twoProcesses()

test('two processes answer on one port; one of them does the jobs; a secret is shared', async () => {
  const run = await shop.open()
  const said = await bothOf(run)
  expect(said.map(({ run_jobs }) => run_jobs).sort()).toEqual([false, true])
  expect(new Set(said.map(({ drawn_secret }) => drawn_secret)).size).toBe(1)
  expect(said.every(({ gathers }) => gathers)).toBe(true)
  expect(said.some(({ pid }) => pid === run.child.pid)).toBe(false)
})

test('kill -9 of one: another takes its place and its jobs, and the port goes on answering', async () => {
  const run = await shop.running()
  const doer = (await bothOf(run)).find(({ run_jobs }) => run_jobs)
  process.kill(doer?.pid ?? 0, 'SIGKILL')
  await expect.poll(run.said, { timeout: 5_000 }).toContain('another takes its place')
  const others = await bothOf(run)
  expect(others.map(({ pid }) => pid)).not.toContain(doer?.pid)
  expect(others.filter(({ run_jobs }) => run_jobs)).toHaveLength(1)
})

test('SIGTERM to the shop: all finish what they have in hand, exit 0', async () => {
  const run = await shop.running()
  const slow = Promise.all([ask(run, '/slow'), ask(run, '/slow'), ask(run, '/slow')])
  await sleep(200)
  run.child.kill('SIGTERM')
  expect(await slow).toHaveLength(3)
  expect(await run.ended).toBe(0)
  expect(run.said().split('app closed')).toHaveLength(3)
})

test('an app that cannot open is told once in words, exit 1', async () => {
  await writeFile(shop.app, `export async function createApp() { throw new Error('no app today') }`)
  const run = await shop.start()
  expect(await run.ended).toBe(1)
  expect(run.said()).toContain('no app today')
  expect(run.said()).toContain('before it was open')
})
