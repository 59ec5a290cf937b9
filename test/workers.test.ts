import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask, bothOf, twoProcesses } from '#test/support/process/two-processes.ts'

// The processes of the shop. workers.soak.ts kills them in different ways.
const shop = twoProcesses()

test('two processes answer on one port; one of them runs the jobs; they share a secret', async () => {
  const run = await shop.open()
  const workers = await bothOf(run)
  expect(workers.map(({ run_jobs }) => run_jobs).sort()).toEqual([false, true])
  expect(new Set(workers.map(({ drawn_secret }) => drawn_secret)).size).toBe(1)
  expect(workers.every(({ gathers }) => gathers)).toBe(true)
  expect(workers.some(({ pid }) => pid === run.child.pid)).toBe(false)
})

test('kill -9 of one: another one replaces it and runs its jobs, and the port still answers', async () => {
  const run = await shop.running()
  const job_worker = (await bothOf(run)).find(({ run_jobs }) => run_jobs)
  process.kill(job_worker?.pid ?? 0, 'SIGKILL')
  await expect.poll(run.output, { timeout: 5_000 }).toContain('another one replaces it')
  const others = await bothOf(run)
  expect(others.map(({ pid }) => pid)).not.toContain(job_worker?.pid)
  expect(others.filter(({ run_jobs }) => run_jobs)).toHaveLength(1)
})

test('SIGTERM to the shop: all finish their running requests, exit 0', async () => {
  const run = await shop.running()
  const slow = Promise.all([ask(run, '/slow'), ask(run, '/slow'), ask(run, '/slow')])
  await sleep(200)
  run.child.kill('SIGTERM')
  expect(await slow).toHaveLength(3)
  expect(await run.ended).toBe(0)
  expect(run.output().split('app closed')).toHaveLength(3)
})

test('an app that cannot open is reported once with a message, exit 1', async () => {
  await writeFile(shop.app, `export async function createApp() { throw new Error('no app today') }`)
  const run = await shop.start()
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('no app today')
  expect(run.output()).toContain('before it was open')
})
