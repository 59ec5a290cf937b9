import { readdirSync, readFileSync } from 'node:fs'
import { BenchFailure } from '#test/bench/connection.ts'

/** Memory of processes in MiB. Shared pages are divided among the processes (PSS, Linux). */
export function memoryOf(pids: number[]): number {
  const kib = pids.reduce((sum, pid) => {
    const pss = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    if (!pss) throw new BenchFailure(`no PSS of process ${pid}`)
    return sum + Number(pss[1])
  }, 0)
  return kib / 1_024
}

/** The server processes of a database: the process of its postmaster.pid and its children. */
export function databaseProcesses(data: string): number[] {
  const main = Number(readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0])
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === main)
    .map(Number)
  return [main, ...children]
}

/** CPU time of processes in ms, user and system (Linux counts in steps of 10 ms). */
export function cpuOf(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    const [user = 0, system = 0] = statOf(String(pid)).slice(11, 13).map(Number)
    return sum + (user + system) * 10
  }, 0)
}

function parentOf(pid: string): number {
  return Number(statOf(pid)[1] ?? 0)
}

/** The fields of /proc/PID/stat after the command; empty if the process has ended. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
