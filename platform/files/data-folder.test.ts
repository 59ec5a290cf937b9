import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimDataFolder } from '#platform/files/data-folder.ts'

let folder: string
let child: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tiem-claim-'))
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const claim_file = () => join(folder, 'shop.pid')
const claimed = () => existsSync(claim_file()) && readFileSync(claim_file(), 'utf8') !== ''
const claim = `import { claimDataFolder } from '#platform/files/data-folder.ts'
claimDataFolder(process.argv[1])`

/** Starts a process that claims the folder. `then` is what it does afterwards. */
function claimElsewhere(script: string, then: string): void {
  const args = [process.execPath, `${claim}\n${then}`, folder]
  child = spawn('sh', ['-c', script, 'sh', ...args], { stdio: 'inherit' })
}
const run = '"$1" --input-type=module -e "$2" "$3"'

test('a folder is claimed once, and again after it was released', () => {
  const release = claimDataFolder(folder)
  expect(claimed()).toBe(true)
  release()
  expect(claimed()).toBe(false)
  claimDataFolder(folder)()
})

test('the claim of a living process is refused with its id', async () => {
  claimElsewhere(`exec ${run}`, 'setInterval(() => undefined, 1_000)')
  await vi.waitFor(() => expect(claimed()).toBe(true), { timeout: 10_000 })
  expect(() => claimDataFolder(folder)).toThrow(`already running on ${folder} (process`)
})

test.runIf(process.platform === 'linux')(
  'the claim of a dead process that nobody has collected is ignored',
  async () => {
    // sleep takes the place of the parent and never collects its child, like PID 1 of some containers.
    claimElsewhere(`${run} & exec sleep 60`, '')
    await vi.waitFor(() => expect(claimed()).toBe(true), { timeout: 10_000 })
    const pid = readFileSync(claim_file(), 'utf8').split(' ')[0]
    const state = () => /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
    await vi.waitFor(() => expect(state()).toBe('Z'), { timeout: 10_000 })
    const release = claimDataFolder(folder)
    expect(claimed()).toBe(true)
    release()
  },
)

test('the claim of a process id that was given to another process is ignored', () => {
  writeFileSync(claim_file(), '1 12345')
  const release = claimDataFolder(folder)
  expect(readFileSync(claim_file(), 'utf8')).not.toBe('1 12345')
  release()
})
