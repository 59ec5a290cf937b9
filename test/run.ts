import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findChrome, installChrome, missing_chrome } from '#test/support/chrome.ts'
import { findJava, installJava, missing_java } from '#test/support/html-checker.ts'

type Outcome = { name: string; passed: boolean; seconds: number }

const tool = (name: string) => join('node_modules', '.bin', name)

await main(process.argv.slice(2))

/**
 * `npm test` runs everything. `npm run verify` runs what needs no browser and is quick; with `-- --walks` also the
 * walks over the whole shop. `npm run verify -- --changed [REF]` runs only the tests that changes since REF may
 * break, walks too.
 * `npm run soak` runs the long tests: repetitions, load and killed processes.
 */
async function main([scope = 'all', ...options]: string[]): Promise<void> {
  const filters = options.filter((option) => option !== '--walks')
  const has_walks = scope === 'all' || options.some((option) => /^--(walks|changed)/.test(option))
  const with_browser = scope === 'all'
  if (with_browser) installChrome()
  const chrome = with_browser ? findChrome() : null
  const has_java = !with_browser || findJava() || installJava()
  const projects = [
    ...(scope === 'soak' ? [] : ['node', ...(has_walks ? ['walks'] : [])]),
    ...(chrome === null ? [] : ['browser']),
    ...(scope === 'verify' ? [] : ['soak', 'soak-alone']),
  ]
  // At the same time: the type check uses one core, and the tests wait for their database.
  const [checks, tests] = await Promise.all([
    scope === 'soak' ? [] : check(),
    test(projects, filters),
  ])
  const outcomes = [...checks, tests]
  for (const outcome of outcomes) console.log(lineOf(outcome))
  if (with_browser && chrome === null) console.error(`\n✗ journeys  not run. ${missing_chrome}`)
  if (!has_java) console.error(`\n✗ HTML checker  not run. ${missing_java}`)
  const complete = (!with_browser || chrome !== null) && has_java
  process.exitCode = complete && outcomes.every((outcome) => outcome.passed) ? 0 : 1
}

function check(): Promise<Outcome[]> {
  return Promise.all([
    run('format', tool('oxfmt'), ['--check']),
    run('lint', tool('oxlint'), ['--deny-warnings']),
    // One checker: each further one checks the types that all files share again, in as much memory.
    run('types', tool('tsc'), ['--noEmit', '--checkers', '1']),
  ])
}

function test(projects: readonly string[], filters: readonly string[]): Promise<Outcome> {
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = ['run', ...chosen, ...filters]
  return run(`tests (${projects.join(', ')})`, tool('vitest'), args, { shown: true })
}

function run(
  name: string,
  command: string,
  args: string[],
  { shown = false } = {},
): Promise<Outcome> {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: shown ? 'inherit' : 'pipe' })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => output.push(text))
    }
    child.on('error', (error) => output.push(Buffer.from(error.message)))
    child.on('close', (code) => {
      const passed = code === 0
      if (!passed && !shown) console.error(`${name} failed:\n${Buffer.concat(output).toString()}`)
      resolve({ name, passed, seconds: (performance.now() - started) / 1000 })
    })
  })
}

function lineOf({ name, passed, seconds }: Outcome): string {
  return `${passed ? '✓' : '✗'} ${name}  ${seconds.toFixed(1)} s`
}
